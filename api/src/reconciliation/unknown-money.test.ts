import { beforeEach, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';
import { uuidV7 } from '../db/uuid.ts';
import { findViolations } from '../ledger/invariants.ts';
import { keepNotice } from '../payments/notices/notices.queries.ts';

/* Money of an unknown owner is told by a message of the network and by its statement, and is booked once. */

let world: NetworkWorld;
let unknown: OurPayment;
const noon = Date.parse('2026-03-10T09:00:00Z');
const at = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon + hours * 3_600_000, ...fields });

beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
  unknown = at(3);
});

/** The message names our id, as callbacks do, and the network's own. */
async function hear({ reference = uuidV7(noon), amount = 10_000 } = {}): Promise<void> {
  await world.asOwner((db) =>
    keepNotice(db, {
      network: 'MTN',
      reference,
      networkReference: unknown.reference,
      said: `paid UGX ${amount}`,
      isProven: true,
      content: '{}',
      amount: BigInt(amount) * 100n,
      direction: 'collection',
      saysPaid: true,
    }),
  );
}
async function tell(lines: readonly TheirLine[] = [lineOf(unknown)]): Promise<void> {
  const ends = [at(0), at(12)];
  await world.book(ends);
  await world.tell('MTN', [...ends.map(lineOf), ...lines], 500_000);
}
const notices = async () => (await world.call(world.staff, 'GET', '/NetworkNotices')).body.data;
const act = (person: NetworkWorld['staff'], id: string, path: string, body: object) =>
  world.call(person, 'POST', `/NetworkNotices/${id}/${path}`, body);
const proposeBooking = (id: string) =>
  act(world.staff, id, 'propose/booking', { note: 'Seen on the statement' });
const proposeCase = (id: string, action = 'suspense') =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${id}/propose`, { action, note: 'Ours?' });
async function confirm(): Promise<{ status: number; text: string }> {
  const [{ id, proposal }] = await notices();
  return act(world.second, id, 'confirm', { proposal: proposal.id });
}
async function release(): Promise<void> {
  const [{ id }] = await notices();
  const { accountId } = world;
  const asked = await act(world.staff, id, 'propose/release', { accountId, note: 'Its receipt' });
  expect(asked.status, asked.text).toBe(200);
  const done = await confirm();
  expect(done.status, done.text).toBe(200);
  await world.match();
}
/** In UGX. */
async function sumOf(kind: string): Promise<number> {
  const row = await world.owner.row<{ sum: number }>(
    'select coalesce(sum(balance), 0)::int / 100 as sum from accounts where kind = $1',
    [kind],
  );
  return row?.sum ?? 0;
}
/** Nothing is left to do, and every shilling is explained. */
async function expectDone(): Promise<void> {
  await world.match();
  expect(await world.cases()).toEqual([]);
  const { data } = await world.get('/bridge?network=MTN&day=2099-01-01');
  expect(data).toMatchObject({ difference: 0, paidNotBooked: 0, bookedNotPaid: 0, openCases: 0 });
  expect(await world.asOwner((db) => findViolations(db))).toEqual([]);
}

it('message first: its booking ends the case, and its release takes the line along', async () => {
  await tell();
  expect(await world.cases()).toMatchObject([{ kind: 'only-theirs', effect: 10_000 }]);
  await hear();
  const [{ id }] = await notices();
  await proposeBooking(id);
  expect((await confirm()).status).toBe(200);
  await expectDone();
  expect(await sumOf('suspense')).toBe(10_000);
  const before = await world.balance();
  await release();
  await expectDone();
  expect([await sumOf('suspense'), (await world.balance()) - before]).toEqual([0, 10_000]);
});

it('case first: the message is not booked a second time, and leads to the release', async () => {
  await hear();
  await tell();
  const [found] = await world.cases();
  await world.settle(found.id);
  const [{ id, booking }, ...others] = await notices();
  expect(others).toEqual([]);
  expect(booking).toMatchObject({ amount: 10_000, release: null });
  expect((await proposeBooking(id)).status).toBe(409);
  const before = await world.balance();
  await release();
  await expectDone();
  expect([await sumOf('suspense'), (await world.balance()) - before]).toEqual([0, 10_000]);
});

it('a message after the case is known as booked, and waits for nobody', async () => {
  await tell();
  const [found] = await world.cases();
  await world.settle(found.id);
  await hear();
  const late = (await notices()).find(({ booking }: { booking: unknown }) => booking === null);
  expect(late.bookedBy).toMatchObject({ number: found.number });
  const refused = await proposeBooking(late.id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Case ${found.number} has booked this payment already`,
  ]);
  const { body } = await world.call(world.staff, 'GET', '/AdminDashboard/attention');
  expect(body.data.unknownPayments).toBeNull();
  expect(await sumOf('suspense')).toBe(10_000);
});

it('of two proposals for the same money the first approval books, and the second is refused', async () => {
  await hear();
  await tell();
  const [found] = await world.cases();
  const [{ id }] = await notices();
  const { approvalId } = (await proposeCase(found.id)).body.data.proposed;
  await proposeBooking(id);
  const [{ proposal }] = await notices();
  expect((await decide(world, world.second, approvalId)).status).toBe(200);
  const late = await act(world.second, id, 'confirm', { proposal: proposal.id });
  expect(late.status).toBe(409);
  expect(await sumOf('suspense')).toBe(10_000);
  await expectDone();
});

it('what a case wrote to suspense is released without a message, a reference, or with a fee', async () => {
  const airtel = at(3, { network: 'AIRTEL', reference: '' });
  const ends = [at(0, { network: 'AIRTEL' }), at(12, { network: 'AIRTEL' })];
  await world.book(ends);
  await world.tell('AIRTEL', [...ends.map(lineOf), { ...lineOf(airtel), fee: 300 }], 500_000);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'only-theirs', effect: 9_700 });
  await world.settle(found.id);
  const settled = await world.details(found.id);
  expect(settled.inSuspense).toEqual({ amount: 10_000, isReleased: false });
  const before = await world.balance();
  await release();
  await world.match();
  expect(await world.cases()).toEqual([]);
  expect((await world.balance()) - before).toBe(10_000);
  expect((await world.details(found.id)).inSuspense).toMatchObject({ isReleased: true });
  const { data } = await world.get('/bridge?network=AIRTEL&day=2099-01-01');
  expect(data).toMatchObject({ difference: 0, paidNotBooked: 0, bookedNotPaid: 0 });
});

it('a reversed release is in suspense again, under its case', async () => {
  await tell();
  const [found] = await world.cases();
  await world.settle(found.id);
  await release();
  const row = await world.owner.row<{ id: string }>(
    "select id from transactions where kind = 'release'",
  );
  await reverse(row?.id ?? '');
  await expectDone();
  expect(await sumOf('suspense')).toBe(10_000);
  await release();
  await expectDone();
  expect(await sumOf('suspense')).toBe(0);
});

it('a suspense booking that is reversed opens its case again', async () => {
  await tell();
  const [found] = await world.cases();
  await world.settle(found.id);
  await reverse((await world.details(found.id)).transactionIds[0]);
  await world.match();
  const [again] = await world.cases();
  expect(again).toMatchObject({ kind: 'only-theirs', effect: 10_000 });
  expect((await world.details(again.id)).follows).toMatchObject({ number: found.number });
  expect(await notices()).toEqual([]);
  await world.settle(again.id);
  await expectDone();
  expect(await sumOf('suspense')).toBe(10_000);
});

async function reverse(id: string): Promise<void> {
  const asked = await world.call(world.staff, 'POST', `/Transaction/${id}/reverse`, {
    reason: 'A mistake',
  });
  expect(asked.status, asked.text).toBe(200);
  const done = await decide(world, world.second, asked.body.data.id);
  expect(done.status, done.text).toBe(200);
}

it('counts once in the sum of what was approved, although the case and its money are both decided', async () => {
  await tell();
  const decided = async () =>
    (await world.call(world.staff, 'GET', '/Approvals?tab=decided')).body.meta as {
      totalCount: number;
      totalAmount: number;
    };
  const { totalCount: count, totalAmount: sum } = await decided();
  const [found] = await world.cases();
  const asked = await proposeCase(found.id);
  const { approvalId } = asked.body.data.proposed;
  const { askedAt } = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  const approve = `/Approvals/${approvalId}/approve`;
  expect((await world.call(world.second, 'POST', approve, { askedAt })).status).toBe(200);
  expect(await decided()).toMatchObject({ totalCount: count + 2, totalAmount: sum + 10_000 });
});
