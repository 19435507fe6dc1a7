import { beforeEach, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';
import { platformScope } from '../db/scope.ts';
import { checkLedger } from '../ledger/check.ts';
import { lockApproval } from '../approvals/stored-approvals.queries.ts';
import { lockReconciliation } from './run-matching.ts';

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const mtn = (fields: Partial<OurPayment> = {}) => aPayment({ at: noon, ...fields });

/** Payments that are only in our books, and one that is only at the network. */
async function open(): Promise<Record<string, string[]>> {
  await world.book([mtn({ amount: 700 }), mtn({ amount: 1_300 })]);
  await world.tellDay('MTN', [lineOf(mtn())]);
  const found: Record<string, string[]> = {};
  for (const { kind, id } of await world.cases()) {
    (found[kind] ??= []).push(id);
  }
  return found;
}
const send = (path: 'preview' | 'propose', body: object) =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${path}`, body);
const propose = (caseIds: string[], action = 'reverse') =>
  send('propose', { caseIds, action, note: 'Not on the statement' });
const requestOf = (answer: Awaited<ReturnType<typeof propose>>) =>
  (answer.body.meta as unknown as { approvalId: string }).approvalId;
const stateOf = async (id = '') => (await world.get(`/cases/${id}`)).data;

it('several cases of one kind are proposed at once, approved at once, and posted each by itself', async () => {
  const { 'only-ours': ours = [] } = await open();
  expect(ours).toHaveLength(2);
  const shown = await send('preview', { caseIds: ours, action: 'reverse' });
  expect(shown.body.data).toHaveLength(2);
  for (const { postings } of shown.body.data) expect(postings).toHaveLength(1);
  expect(await stateOf(ours[0])).toMatchObject({ state: 'open', proposed: null });

  const approvalId = requestOf(await propose(ours));
  const request = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request).toMatchObject({ kind: 'cases', amount: 2_000, canApprove: true });
  expect(request.sentence).toMatch(
    /^2 cases \(only in our books, UGX 2,000 together\), each by itself: reverse the booking. Cases \d+, \d+.$/,
  );
  expect(await stateOf(ours[1])).toMatchObject({ proposed: { approvalId, action: 'reverse' } });
  expect((await decide(world, world.staff, approvalId)).status).toBe(409);
  expect((await decide(world, world.second, approvalId)).status).toBe(200);
  const settled = [await stateOf(ours[0]), await stateOf(ours[1])];
  expect(settled).toMatchObject([
    { state: 'settled', action: 'reverse', transactionIds: [expect.any(String)] },
    { state: 'settled', action: 'reverse', transactionIds: [expect.any(String)] },
  ]);
  expect(settled[0].transactionIds).not.toEqual(settled[1].transactionIds);
  expect(settled[0].history.map(({ what }: { what: string }) => what)).toEqual([
    'opened',
    'proposed',
    'approved',
  ]);
  expect((await checkLedger(world.database)).violations).toEqual([]);
});

it('refuses cases of two kinds, an action of another kind, and a case that waits already', async () => {
  const { 'only-ours': ours = [], 'only-theirs': theirs = [] } = await open();
  expect((await propose([...ours, ...theirs])).body.message).toBe(
    'Only cases of one kind are settled together',
  );
  expect((await propose(ours, 'float')).body.message).toMatch(
    /^Case \d+: This does not settle the case$/,
  );
  expect((await propose(ours)).status).toBe(200);
  const again = /Somebody has proposed something for this case already/;
  expect((await propose(ours.slice(0, 1))).body.message).toMatch(again);
  const alone = `/Reconciliation/cases/${ours[0]}/propose`;
  const body = { action: 'reverse', note: 'Again' };
  expect((await world.call(world.staff, 'POST', alone, body)).body.message).toMatch(again);
});

it('leaves out what ended by itself, and is ended with the last of them', async () => {
  const { 'only-ours': ours = [] } = await open();
  const reverse = async (id = '') => {
    const path = `/Transaction/${(await stateOf(id)).ours.transactionId}/reverse`;
    const asked = await world.call(world.staff, 'POST', path, { reason: 'Not paid' });
    expect((await decide(world, world.second, asked.body.data.id)).status).toBe(200);
  };
  const approvalId = requestOf(await propose(ours));
  await reverse(ours[0]);
  expect((await decide(world, world.second, approvalId)).status).toBe(200);
  expect(await stateOf(ours[1])).toMatchObject({ state: 'settled', settledBy: 'people' });
  await world.match();
  expect(await stateOf(ours[0])).toMatchObject({ state: 'settled', settledBy: 'server' });
  expect((await checkLedger(world.database)).violations).toEqual([]);
});

it('matching ends a proposal without waiting for who decides about it', async () => {
  const { 'only-ours': ours = [] } = await open();
  const approvalId = requestOf(await propose(ours));
  for (const id of ours) {
    const path = `/Transaction/${(await stateOf(id)).ours.transactionId}/reverse`;
    const asked = await world.call(world.staff, 'POST', path, { reason: 'Not paid' });
    await decide(world, world.second, asked.body.data.id);
  }
  // As an approver does: the request, then the lock of the matching.
  await world.database.within(platformScope, async (db) => {
    await lockApproval(db, approvalId);
    await world.match();
    await lockReconciliation(db);
  });
  await world.match();
  const request = await world.call(world.second, 'GET', `/Approvals/${approvalId}`);
  expect(request.body.data.state).toBe('expired');
});
