import { beforeEach, expect, it } from 'vitest';
import { reverseWithTwo } from '../../test/approvals.ts';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { findViolations } from '../ledger/invariants.ts';

/* A payment that was taken back here, and that a later statement has after all. */

let world: NetworkWorld;
let paid: OurPayment;
const at = (hours: number) => aPayment({ at: noon + hours * 3_600_000 });

beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
  paid = at(3);
  await world.book([paid]);
  await world.tellDay('MTN', [], { hours: [0, 12] });
  before = await world.balance();
});

let before = 0;
async function settleAs(action: string): Promise<void> {
  const [{ id }] = await world.cases();
  const path = `/Reconciliation/cases/${id}/propose`;
  const asked = await world.call(world.staff, 'POST', path, { action, note: 'Look' });
  expect(asked.status, asked.text).toBe(200);
  const { approvalId } = asked.body.data.proposed;
  const { askedAt } = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  const approve = `/Approvals/${approvalId}/approve`;
  const done = await world.call(world.second, 'POST', approve, { askedAt });
  expect(done.status, done.text).toBe(200);
}
async function expectRight(): Promise<void> {
  await world.match();
  expect(await world.cases()).toEqual([]);
  expect(await world.balance()).toBe(before);
  const row = await world.owner.row<{ sum: number }>(
    "select coalesce(sum(balance), 0)::int as sum from accounts where kind = 'suspense'",
  );
  expect(row?.sum).toBe(0);
  const { data } = await world.get('/bridge?network=MTN&day=2099-01-01');
  expect(data).toMatchObject({ paidNotBooked: 0, bookedNotPaid: 0, openCases: 0 });
  expect(await world.asOwner((db) => findViolations(db))).toEqual([]);
}

it('after a case reversed it, it is booked to the account again', async () => {
  const [first] = await world.cases();
  await settleAs('reverse');
  expect(await world.balance()).toBe(before - 10_000);
  await world.tell('MTN', [lineOf(paid)], 0);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'after-reversal', effect: 10_000 });
  expect(await world.details(found.id)).toMatchObject({
    actions: ['account', 'suspense', 'wait'],
    follows: { number: first.number },
  });
  await world.settle(found.id);
  await expectRight();
});

it('after staff reversed it before any statement spoke of it, likewise', async () => {
  const [{ id }] = await world.cases();
  const { ours } = await world.details(id);
  await reverseWithTwo(world, world.staff, ours.transactionId);
  await world.match();
  expect(await world.cases()).toEqual([]);
  await world.tell('MTN', [lineOf(paid)], 0);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'after-reversal' });
  await world.settle(found.id);
  await expectRight();
});

it('after a case wrote it to suspense as missing, that is taken back, and the account is left alone', async () => {
  await settleAs('suspense');
  await world.tell('MTN', [lineOf(paid)], 0);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'after-reversal' });
  expect((await world.details(found.id)).actions).toEqual(['reverse', 'suspense', 'wait']);
  await world.settle(found.id);
  await expectRight();
  expect((await world.call(world.staff, 'GET', '/NetworkNotices')).body.data).toEqual([]);
});

it('comes after all once: what comes again is twice at the network or belongs to nobody', async () => {
  await settleAs('reverse');
  const again = { ...lineOf(paid), at: paid.at + 60_000 };
  await world.tell('MTN', [lineOf(paid), again], 0);
  const kinds = (await world.cases()).map(({ kind }: { kind: string }) => kind);
  expect(kinds.toSorted()).toEqual(['after-reversal', 'only-theirs']);
});

it('a correction that is reversed opens its case again, and is not booked a second time', async () => {
  await settleAs('reverse');
  await world.tell('MTN', [lineOf(paid)], 0);
  await settleAs('account');
  const [settled] = await world.cases('state=settled&kind=after-reversal');
  const [id] = (await world.details(settled.id)).transactionIds;
  await reverseWithTwo(world, world.staff, id);
  await world.match();
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'after-reversal', effect: 10_000 });
  await world.settle(found.id);
  await expectRight();
});
