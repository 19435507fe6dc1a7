import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { newsOf } from '../../test/news.ts';
import { decide, openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { runJobs } from '../../test/webhooks.ts';
import { checkLedger } from '../ledger/check.ts';

let test: TestApp;
let desk: SettlementDesk;
const news = newsOf(() => test);

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  desk = await openSettlementDesk(test);
});

/** Of a settlement whose file may be at the bank. */
async function askedReturn(amount = 10_000) {
  const id = await desk.asked(amount);
  const batchId = await desk.batched(id);
  const { data, meta } = (await desk.giveBack(id, 'Unknown account')).body;
  const { approvalId } = meta as { approvalId: string };
  return { id, batchId, data, approvalId };
}

it('nobody alone frees money that the bank may have paid', async () => {
  const { id, batchId, data, approvalId } = await askedReturn();
  expect(data).toMatchObject({ state: 'batched', returnApprovalId: approvalId });
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 10_000 });
  expect((await desk.giveBack(id)).body.message).toBe(
    'The return of this settlement waits for a second person already',
  );
  const own = await decide(test, desk.clerk, approvalId);
  expect(own.body.message).toBe('You cannot approve your own request');
  const request = (await test.call(desk.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request).toMatchObject({ kind: 'settlement-return', batchId, note: 'Unknown account' });
  expect(request.sentence).toMatch(
    /^End the settlement ST-\w{10} to Stanbic Bank •••• \d{4} as returned by the bank: UGX 10,000 is free again on /,
  );
  expect(request.warnings[0]).toMatch(/Make sure that the bank did not pay it/);
  expect((await decide(test, desk.second, approvalId)).status).toBe(200);
  expect(await desk.stateOf(id)).toBe('returned');
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
  expect((await desk.pay(id)).body.message).toBe('This settlement was returned already');
});

it('what was booked as paid while the return waited is not freed', async () => {
  const { id, approvalId } = await askedReturn();
  await desk.pay(id);
  const refusal = await decide(test, desk.second, approvalId);
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'This settlement was paid already. Reject this request; if the bank sent it back, book the return again.',
  ]);
  expect(await desk.balance()).toEqual({ balance: 990_000, held: 0 });
  await decide(test, desk.second, approvalId, 'reject');
  expect((await desk.returned(id)).status).toBe(200);
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
  expect((await checkLedger(test.database)).violations).toEqual([]);
});

it('what waits for its return is not paid with the whole batch', async () => {
  const [kept, other] = [await desk.asked(10_000), await desk.asked(20_000)];
  const path = `/SettlementBatches/${await desk.batched(kept, other)}/paid`;
  await desk.giveBack(kept);
  await test.call(desk.clerk, 'POST', path, { bankReference: 'ALL' });
  expect([await desk.stateOf(kept), await desk.stateOf(other)]).toEqual(['batched', 'paid']);
});

it('a company does not learn of a return that waits, and one that is refused changes nothing', async () => {
  const { id, approvalId } = await askedReturn();
  const [seen] = (await test.call(desk.owner, 'GET', '/Settlements')).body.data;
  expect(seen).toMatchObject({ id, returnApprovalId: null });
  await decide(test, desk.second, approvalId, 'reject');
  expect(await desk.stateOf(id)).toBe('batched');
  expect((await desk.pay(id)).status).toBe(200);
});

it('what the bank returned is free again, and what was booked as paid comes back with its fee', async () => {
  await test.owner.rows('update platform_settings set settlement_fee = 100000');
  const [early, late] = [await desk.asked(10_000), await desk.asked(20_000)];
  await desk.batched(early, late);
  expect((await desk.returned(early, 'Unknown account')).status).toBe(200);
  expect(await desk.stateOf(early)).toBe('returned');
  await desk.pay(late);
  expect(await desk.balance()).toEqual({ balance: 979_000, held: 0 });
  const asked = await desk.giveBack(late, 'Closed');
  const { approvalId } = asked.body.meta as { approvalId: string };
  expect(asked.body.data.state).toBe('paid');
  expect((await desk.giveBack(late)).status).toBe(409);
  expect((await decide(test, desk.second, approvalId)).status).toBe(200);
  expect(await desk.stateOf(late)).toBe('returned');
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
  expect((await desk.giveBack(late)).body.message).toBe('This settlement was returned already');
  expect((await checkLedger(test.database)).violations).toEqual([]);
  await runJobs(test);
  const told = (await news.list(desk.owner)).filter(({ kind }) => kind === 'settlement-ended');
  expect(told.map(({ title, text }) => `${title}: ${text}`).toSorted()).toEqual([
    expect.stringMatching(/^Settlement paid: UGX 20,000 to Stanbic Bank •••• \d{4}\.$/),
    expect.stringMatching(/^Settlement returned: UGX 10,000 .* Reason: Unknown account$/),
    expect.stringMatching(/^Settlement returned: UGX 20,000 .* Reason: Closed$/),
  ]);
  await test.owner.rows('update platform_settings set settlement_fee = 0');
});
