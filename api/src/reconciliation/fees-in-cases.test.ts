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
import { findViolations } from '../ledger/invariants.ts';

/* Airtel writes a fee with every line, also with what failed. */

let world: NetworkWorld;
let booked: OurPayment;
const noon = Date.parse('2026-03-10T09:00:00Z');
const at = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon + hours * 3_600_000, network: 'AIRTEL', ...fields });

beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
  booked = at(3);
});

async function tell(lines: readonly TheirLine[], ours = [booked]): Promise<void> {
  const ends = [at(0), at(12)];
  await world.book([...ends, ...ours]);
  await world.tell('AIRTEL', [...ends.map(lineOf), ...lines], 500_000);
}
const open = async () => (await world.get('/cases?state=open')).data;
const caseOf = async (kind: string) =>
  (await open()).find((one: { kind: string }) => one.kind === kind);
const details = async (id: string) => (await world.get(`/cases/${id}`)).data;
const send = (id: string, what: 'preview' | 'propose', body: object) =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${id}/${what}`, body);
async function expectExplained(): Promise<void> {
  const { data } = await world.get('/bridge?network=AIRTEL&day=2099-01-01');
  expect(data).toMatchObject({ difference: 0 });
  expect(await world.asOwner((db) => findViolations(db))).toEqual([]);
}
const feesBooked = async () =>
  (await world.owner.rows("select from transactions where kind = 'network-fee'")).length;

it.each(['reverse', 'suspense'])(
  'what failed with a fee is settled without it: %s',
  async (action) => {
    await tell([{ ...lineOf(booked), isFailed: true, fee: 300 }]);
    const found = await caseOf('not-paid');
    expect(found).toMatchObject({ effect: -10_000 });
    const shown = await send(found.id, 'preview', { action });
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body.data.postings).toHaveLength(1);
    const asked = await send(found.id, 'propose', { action, note: 'It failed' });
    const done = await decide(world, world.second, asked.body.data.proposed.approvalId);
    expect(done.status, done.text).toBe(200);
    await world.match();
    expect(await open()).toEqual([]);
    expect(await feesBooked()).toBe(0);
    await expectExplained();
  },
);

it('a line with a fee is the other side of a booking, and its fee is a case then', async () => {
  await tell([{ ...lineOf(booked), reference: 'MP999', at: booked.at + 7_200_000, fee: 300 }]);
  const [theirs, ours] = [await caseOf('only-theirs'), await caseOf('only-ours')];
  expect(theirs).toMatchObject({ effect: 9_700 });
  for (const [one, other] of [
    [theirs, ours],
    [ours, theirs],
  ]) {
    const { actions, candidates } = await details(one.id);
    expect(candidates).toMatchObject([{ id: other.id }]);
    expect(actions[0]).toBe('match');
  }
  // Neither is offered to be settled with others.
  const together = await world.call(world.staff, 'POST', '/Reconciliation/cases/propose', {
    caseIds: [theirs.id],
    action: 'suspense',
    note: 'All',
  });
  expect(together.body.message).toContain('may be its other side');
  const asked = await send(theirs.id, 'propose', {
    action: 'match',
    otherCaseId: ours.id,
    note: 'The same',
  });
  expect(asked.status, asked.text).toBe(200);
  const done = await decide(world, world.second, asked.body.data.proposed.approvalId);
  expect(done.status, done.text).toBe(200);
  await world.match();
  expect(await open()).toMatchObject([{ kind: 'fee', effect: -300 }]);
  await world.settle((await open())[0].id);
  expect(await open()).toEqual([]);
  expect(await feesBooked()).toBe(1);
  await expectExplained();
});

it('a line with a fee whose booking is not late yet suggests to wait', async () => {
  const theirs = { ...lineOf(booked), reference: 'MP999', at: booked.at - 3_600_000, fee: 300 };
  const late = { ...booked, at: noon + 14 * 3_600_000, bookedAt: noon + 14 * 3_600_000 };
  await tell([theirs], [late]);
  const found = await caseOf('only-theirs');
  expect(await details(found.id)).toMatchObject({ waitingAlike: 1, actions: ['wait', 'suspense'] });
});
