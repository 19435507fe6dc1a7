import { dayWords } from '@sente/contract/kampala';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { bookToSuspense, releaseFromSuspense } from '../ledger/suspense.ts';

let world: NetworkWorld;
let closing = 0;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
  closing = 500_000;
});

const hour = 3_600_000;
const mtn = (fields: Partial<OurPayment> = {}) => aPayment({ at: noon, ...fields });

/** Goes on where the last statement ended. */
async function tell(lines: readonly TheirLine[], days = 0): Promise<void> {
  closing = await world.tellDay('MTN', lines, { days, opening: closing });
}
const flow = async () => (await world.get('/cases')).meta.flow;
const attention = async () =>
  (await world.call(world.staff, 'GET', '/AdminDashboard/attention')).body.data;
const propose = (id: string, body: object) =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${id}/propose`, { note: 'Look', ...body });

describe('a case', () => {
  it('ends by itself when a later statement brings the other side', async () => {
    const paid = mtn();
    await world.book([paid]);
    await tell([]);
    const [found] = await world.cases();
    expect(found).toMatchObject({ kind: 'only-ours', effect: -10_000 });
    const waiting = await propose(found.id, { action: 'reverse' });
    await world.tell('MTN', [lineOf(paid)], 0);
    const details = (await world.get(`/cases/${found.id}`)).data;
    expect(details).toMatchObject({
      state: 'settled',
      settledBy: 'server',
      action: null,
      proposed: null,
    });
    expect(details.history.map(({ what }: { what: string }) => what)).toEqual([
      'opened',
      'proposed',
      'expired',
      'settled',
    ]);
    const { approvalId } = waiting.body.data.proposed;
    const { state } = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(state).toBe('expired');
    expect(await flow()).toEqual({ before: 0, opened: 1, cleared: 1, open: 0 });
  });

  it('that is settled stays so: a later line opens another one, which names it', async () => {
    const paid = mtn();
    await world.book([paid]);
    await tell([]);
    const [first] = await world.cases('');
    await world.settle(first.id);
    await world.tell('MTN', [lineOf(paid)], 0);
    const [second] = await world.cases();
    expect(second).toMatchObject({ kind: 'after-reversal', effect: 10_000 });
    expect((await world.get(`/cases/${second.id}`)).data.follows).toEqual({
      id: first.id,
      number: first.number,
    });
    expect((await world.get(`/cases/${first.id}`)).data).toMatchObject({
      state: 'settled',
      followedBy: { id: second.id },
    });
    expect(await flow()).toEqual({ before: 0, opened: 2, cleared: 1, open: 1 });
  });

  it('waits until a day if two people say so, and is no work until then', async () => {
    const paid = mtn();
    await world.book([paid]);
    await tell([]);
    const [found] = await world.cases('');
    expect(await attention()).toMatchObject({ openCases: 1, unexplainedFloats: [] });
    expect((await propose(found.id, { action: 'wait' })).status).toBe(400);
    expect((await propose(found.id, { action: 'wait', until: '2026-03-11' })).status).toBe(400);
    const until = new Date(Date.now() + 5 * 24 * hour).toISOString().slice(0, 10);
    const { approvalId } = (await propose(found.id, { action: 'wait', until })).body.data.proposed;
    const approval = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(approval).toMatchObject({
      kind: 'case',
      caseId: found.id,
      sentence: `Case ${found.number} (only in our books at MTN, UGX 10,000): wait until ${dayWords(new Date(until))}.`,
    });
    const approve = `/Approvals/${approvalId}/approve`;
    const { askedAt } = approval;
    expect((await world.call(world.staff, 'POST', approve, { askedAt })).status).toBe(409);
    expect((await world.call(world.second, 'POST', approve, { askedAt })).status).toBe(200);
    expect((await world.get(`/cases/${found.id}`)).data).toMatchObject({
      state: 'open',
      waitUntil: until,
    });
    expect(await attention()).toMatchObject({ openCases: 0 });
  });

  it('is proposed once, by an action that is possible, and changes nothing until it is approved', async () => {
    const paid = mtn();
    await world.book([paid]);
    await tell([]);
    const [found] = await world.cases('');
    const booked = await world.owner.rows('select count(*) from entries');
    expect((await propose(found.id, { action: 'float' })).status).toBe(409);
    expect((await propose(found.id, { action: 'reverse' })).status).toBe(200);
    expect((await propose(found.id, { action: 'suspense' })).status).toBe(409);
    expect(await world.owner.rows('select count(*) from entries')).toEqual(booked);
  });
});

it('money that is released from suspense takes its line along', async () => {
  const unknown = mtn();
  await tell([lineOf(unknown)]);
  expect(await world.cases()).toMatchObject([{ kind: 'only-theirs' }]);
  const money = {
    network: 'MTN',
    direction: 'collection',
    amount: 10_000_00n,
    key: 'one',
    reference: unknown.reference,
    description: 'Unknown',
  } as const;
  const bookingId = await world.asOwner((db) => bookToSuspense(db, money));
  await world.match();
  expect(await world.cases()).toEqual([]);
  const { accountId, companyId } = world;
  await world.asOwner((db) =>
    releaseFromSuspense(db, { ...money, bookingId, accountId, companyId }),
  );
  await world.match();
  expect(await world.cases()).toEqual([]);
  const { data } = await world.get('/bridge?network=MTN&day=2099-01-01');
  expect(data).toMatchObject({ difference: 0, paidNotBooked: 0, bookedNotPaid: 0 });
});

it('a balance that the lines do not lead to is told, until a statement explains it', async () => {
  await tell([]);
  const hidden = mtn({ at: noon + 15 * hour });
  await world.book([hidden]);
  closing += 7_000;
  await tell([], 1);
  const { data } = await world.get('/days?to=2026-03-11');
  expect(data.days[0].cells[1]).toMatchObject({ network: 'AIRTEL', state: 'none' });
  expect(data.days[0].cells[0]).toMatchObject({
    network: 'MTN',
    state: 'differs',
    openCases: 0,
    difference: -3_000,
    unexplained: -3_000,
  });
  expect(await attention()).toMatchObject({
    unexplainedFloats: [{ network: 'MTN', day: '2026-03-11', amount: -3_000 }],
  });
  const told = await world.owner.rows(
    "select data ->> 'amount' as amount from notification_events where kind = 'float-unexplained'",
  );
  expect(told).toEqual([{ amount: '-3000' }]);
  const charge = { ...lineOf(hidden), reference: 'F', direction: 'out', amount: 3_000 } as const;
  await world.tell('MTN', [lineOf(hidden), { ...charge, text: 'Charge' }], 520_000);
  expect(await attention()).toMatchObject({ unexplainedFloats: [], openCases: 1 });
  expect((await world.get('/days?to=2026-03-11')).data.days[0].cells[0]).toMatchObject({
    state: 'differs',
    openCases: 1,
    difference: -3_000,
    unexplained: 0,
  });
});
