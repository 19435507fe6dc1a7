import { beforeAll, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';

/* A line and a booking that only people recognise as one payment. */

let world: NetworkWorld;
const noon = Date.parse('2026-03-10T09:00:00Z');
const at = (hours: number, fields: object = {}) =>
  aPayment({ at: noon + hours * 3_600_000, ...fields });
const open = async () => (await world.get('/cases?state=open')).data;
const caseOf = async (kind: string) =>
  (await open()).find((one: { kind: string }) => one.kind === kind);
const details = async (id: string) => (await world.get(`/cases/${id}`)).data;
const propose = (id: string, otherCaseId?: string) =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${id}/propose`, {
    action: 'match',
    note: 'The payer used another number',
    ...(otherCaseId && { otherCaseId }),
  });
const transactions = async () =>
  (await world.owner.row<{ count: string }>('select count(*) as count from transactions'))?.count;

beforeAll(async () => {
  world = await createNetworkWorld(1_000_000);
  const [first, booked, other, last] = [at(0), at(3), at(5, { amount: 7_000 }), at(12)];
  await world.book([first, booked, other, last]);
  // The id and the number are those of another wallet.
  const theirs = { ...lineOf(booked), reference: '999', phone: '256772999999' };
  await world.tell('MTN', [first, last].map(lineOf).concat(theirs), 500_000);
});

it('names the cases that have the other side and the same amount', async () => {
  const theirs = await caseOf('only-theirs');
  const { actions, candidates } = await details(theirs.id);
  expect(actions[0]).toBe('match');
  expect(candidates).toMatchObject([{ kind: 'only-ours', day: '2026-03-10' }]);
  const mine = (await open()).find(({ effect }: { effect: number }) => effect === -10_000);
  expect((await details(mine.id)).candidates).toMatchObject([{ id: theirs.id }]);
  const unlike = (await open()).find(({ effect }: { effect: number }) => effect === -7_000);
  expect(await details(unlike.id)).toMatchObject({ candidates: [] });
  expect((await propose(theirs.id)).body.fields).toEqual({ otherCaseId: 'Choose the other case' });
  expect((await propose(theirs.id, unlike.id)).body.message).toContain('not of the same amount');
});

it('is a pair like any other when a second person agrees, and nothing is posted', async () => {
  const theirs = await caseOf('only-theirs');
  const [mine] = (await details(theirs.id)).candidates;
  const before = await transactions();
  const proposed = await propose(theirs.id, mine.id);
  expect(proposed.status, proposed.text).toBe(200);
  const { approvalId } = proposed.body.data.proposed;
  const request = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request.sentence).toContain(`is the other side of case ${mine.number}`);
  expect((await decide(world, world.staff, approvalId)).status).toBe(409);
  const done = await decide(world, world.second, approvalId);
  expect(done.status, done.text).toBe(200);
  for (const id of [theirs.id, mine.id]) {
    expect(await details(id)).toMatchObject({
      state: 'settled',
      action: 'match',
      transactionIds: [],
    });
  }
  expect(await transactions()).toBe(before);
  await world.match();
  expect(await open()).toMatchObject([{ kind: 'only-ours', effect: -7_000 }]);
  const bridge = (await world.get('/bridge?network=MTN&day=2026-03-10')).data;
  expect(bridge).toMatchObject({ difference: 0, openCases: -7_000, paidNotBooked: 0 });
});
