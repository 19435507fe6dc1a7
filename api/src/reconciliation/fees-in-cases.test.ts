import { beforeEach, expect, it } from 'vitest';
import { reverseWithTwo } from '../../test/approvals.ts';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';
import { findViolations } from '../ledger/invariants.ts';

/* Airtel writes a fee with every line, also with what failed. */

let world: NetworkWorld;
let booked: OurPayment;
const at = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon + hours * 3_600_000, network: 'AIRTEL', ...fields });

beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
  booked = at(3);
});

async function tell(lines: readonly TheirLine[], ours = [booked]): Promise<void> {
  await world.book(ours);
  await world.tellDay('AIRTEL', lines, { hours: [0, 12] });
}
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
    const found = await world.caseOf('not-paid');
    expect(found).toMatchObject({ effect: -10_000 });
    const shown = await send(found.id, 'preview', { action });
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body.data.postings).toHaveLength(1);
    const asked = await send(found.id, 'propose', { action, note: 'It failed' });
    const done = await decide(world, world.second, asked.body.data.proposed.approvalId);
    expect(done.status, done.text).toBe(200);
    await world.match();
    expect(await world.cases()).toEqual([]);
    expect(await feesBooked()).toBe(0);
    await expectExplained();
  },
);

it('a line with a fee is the other side of a booking, and its fee is a case then', async () => {
  await tell([{ ...lineOf(booked), reference: 'MP999', at: booked.at + 7_200_000, fee: 300 }]);
  const [theirs, ours] = [await world.caseOf('only-theirs'), await world.caseOf('only-ours')];
  expect(theirs).toMatchObject({ effect: 9_700 });
  for (const [one, other] of [
    [theirs, ours],
    [ours, theirs],
  ]) {
    const { actions, candidates } = await world.details(one.id);
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
  expect(await world.cases()).toMatchObject([{ kind: 'fee', effect: -300 }]);
  await world.settle((await world.cases())[0].id);
  expect(await world.cases()).toEqual([]);
  expect(await feesBooked()).toBe(1);
  await expectExplained();
});

it('a line with a fee whose booking is not late yet suggests to wait', async () => {
  const theirs = { ...lineOf(booked), reference: 'MP999', at: booked.at - 3_600_000, fee: 300 };
  const late = { ...booked, at: noon + 14 * 3_600_000, bookedAt: noon + 14 * 3_600_000 };
  await tell([theirs], [late]);
  const found = await world.caseOf('only-theirs');
  expect(await world.details(found.id)).toMatchObject({
    waitingAlike: 1,
    actions: ['wait', 'suspense'],
  });
});

it.each([
  ['only-theirs', 'only-theirs'],
  // Now it was booked and taken back here.
  ['late-success', 'after-reversal'],
])(
  'what settled a case with its fee is reversed as a whole, and its case is open again: %s',
  async (kind, next) => {
    const failed = { ...booked, isPaid: false };
    await tell([{ ...lineOf(booked), fee: 300 }], kind === 'late-success' ? [failed] : []);
    const first = await world.caseOf(kind);
    await world.settle(first.id);
    const [main, fee] = (await world.details(first.id)).transactionIds;
    expect(await feesBooked()).toBe(1);
    const read = (id: string) => world.call(world.staff, 'GET', `/Transaction/${id}`);
    // Shown before somebody asks, and to who approves.
    const { reversedWith } = (await read(main)).body.data;
    expect(reversedWith).toEqual({ id: fee, amount: 300, caseNumber: first.number });
    const alone = await world.call(world.staff, 'POST', `/Transaction/${fee}/reverse`, {
      reason: 'The fee alone',
    });
    expect(alone.body.message).toContain(`Case ${first.number} booked it together with another`);
    expect((await read(fee)).body.data.whyNotReversible).toBe(alone.body.message);
    const asked = await world.call(world.staff, 'POST', `/Transaction/${main}/reverse`, {
      reason: 'Of another payment',
    });
    expect(asked.body.data.sentence).toContain(
      `network's fee of UGX 300 that case ${first.number} booked`,
    );
    const done = await decide(world, world.second, asked.body.data.id);
    expect(done.status, done.text).toBe(200);
    expect((await read(fee)).body.data.reversedBy).not.toBeNull();
    await world.match();
    await expectExplained();
    const [again, ...others] = await world.cases();
    expect(others).toEqual([]);
    expect(again).toMatchObject({ kind: next, effect: 9_700 });
    expect((await world.details(again.id)).follows).toMatchObject({ number: first.number });
    await world.settle(again.id);
    await world.match();
    expect(await world.cases()).toEqual([]);
    await expectExplained();
  },
);

it('what was released and returned to suspense is reversed with the fee of its case', async () => {
  await tell([{ ...lineOf(booked), fee: 300 }], []);
  const first = await world.caseOf('only-theirs');
  await world.settle(first.id);
  const [notice] = (await world.call(world.staff, 'GET', '/NetworkNotices')).body.data;
  const proposed = await world.call(
    world.staff,
    'POST',
    `/NetworkNotices/${notice.id}/propose/release`,
    { accountId: world.accountId, note: 'Theirs' },
  );
  const { proposal } = proposed.body.data;
  const path = `/NetworkNotices/${notice.id}/confirm`;
  const released = await world.call(world.second, 'POST', path, { proposal: proposal.id });
  expect(released.status, released.text).toBe(200);
  const newest = async (kind: string): Promise<string> => {
    const sql = 'select id from transactions where kind = $1 order by id desc limit 1';
    return (await world.owner.row<{ id: string }>(sql, [kind]))?.id ?? '';
  };
  // Money whose release is reversed is in suspense again: the case stays settled, with its fee.
  const returned = await reverseWithTwo(world, world.staff, await newest('release'));
  expect(returned.status, returned.text).toBe(200);
  await world.match();
  expect(await world.cases()).toEqual([]);
  await expectExplained();
  const undone = await reverseWithTwo(world, world.staff, await newest('suspense'));
  expect(undone.status, undone.text).toBe(200);
  await world.match();
  expect(await world.cases()).toMatchObject([{ kind: 'only-theirs', effect: 9_700 }]);
  await expectExplained();
});
