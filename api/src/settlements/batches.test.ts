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

const fileOf = (batchId: string) =>
  test.call(desk.clerk, 'GET', `/SettlementBatches/${batchId}/file`);
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

it('has a file for the bank once a second person has approved it, which never changes', async () => {
  const ids = [await desk.asked(10_000), await desk.asked(20_000)];
  const batch = (await desk.batch(...ids)).body.data;
  expect(batch).toMatchObject({ state: 'waiting', count: 2, amount: 30_000, openCount: 2 });
  expect((await fileOf(batch.id)).status).toBe(409);
  expect((await decide(test, desk.clerk, batch.approvalId)).status).toBe(409);
  const request = (await test.call(desk.second, 'GET', `/Approvals/${batch.approvalId}`)).body.data;
  expect(request.batchId).toBe(batch.id);
  expect(request.sentence).toBe('Pay 2 settlements from the bank, UGX 30,000 together.');
  expect((await decide(test, desk.second, batch.approvalId)).status).toBe(200);
  const file = await fileOf(batch.id);
  const [header, first, second, end] = file.text.split('\r\n');
  expect(header).toBe('"Reference","Beneficiary","Bank","Branch","Account","Amount","Narration"');
  expect(first).toMatch(
    /^"ST-\w{10}","Kintu Traders Ltd","Stanbic Bank","Garden City","\d{13}","10000","Settlement ST-/,
  );
  expect([second?.includes('"20000"'), end]).toEqual([true, '']);
  await desk.giveBack(ids[0] ?? '');
  expect((await fileOf(batch.id)).text).toBe(file.text);
  const change = test.owner.rows("update settlement_batches set file = 'x' where id = $1", [
    batch.id,
  ]);
  await expect(change).rejects.toThrow('a batch changes only by its decision');
});

it('that is not approved lets its settlements go', async () => {
  const id = await desk.asked(10_000);
  const batch = (await desk.batch(id)).body.data;
  await decide(test, desk.second, batch.approvalId, 'reject');
  expect(await desk.stateOf(id)).toBe('requested');
  const { data } = (await test.call(desk.clerk, 'GET', `/SettlementBatches/${batch.id}`)).body;
  expect(data).toMatchObject({ state: 'refused', settlements: [] });
  // Also if it expires.
  const next = (await desk.batch(id)).body.data;
  await test.owner.rows(
    "update approvals set state = 'expired', decided_at = now() where id = $1",
    [next.approvalId],
  );
  expect((await desk.cancel(id)).body.data.state).toBe('cancelled');
});

it('takes a settlement once, also from two people at the same moment', async () => {
  const id = await desk.asked(10_000);
  const answers = await Promise.all([desk.batch(id), desk.batch(id), desk.cancel(id)]);
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(statuses([await desk.batch(id)])).toEqual([409]);
});

it('is paid as a whole, except for what was paid or returned before', async () => {
  const ids = [await desk.asked(10_000), await desk.asked(20_000), await desk.asked(30_000)];
  const [one = '', two = '', three = ''] = ids;
  const batchId = await desk.batched(...ids);
  await desk.pay(one, 'ONE');
  await desk.giveBack(two);
  const pay = () =>
    test.call(desk.clerk, 'POST', `/SettlementBatches/${batchId}/paid`, { bankReference: 'ALL' });
  const answers = await Promise.all([pay(), pay(), desk.pay(three), desk.giveBack(three)]);
  // A return after the payment asks for a second person, so it is no refusal.
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect(await desk.balance()).toMatchObject({ held: 0 });
  const { data } = (await test.call(desk.clerk, 'GET', `/SettlementBatches/${batchId}`)).body;
  expect(data.openCount).toBe(0);
  expect((await pay()).body.message).toBe(
    'All settlements of this batch were paid or returned already',
  );
  expect((await checkLedger(test.database)).violations).toEqual([]);
});

it('a double click pays once', async () => {
  const id = await desk.asked(10_000);
  await desk.batched(id);
  const answers = await Promise.all([desk.pay(id), desk.pay(id), desk.pay(id)]);
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(await desk.balance()).toEqual({ balance: 990_000, held: 0 });
});

it('nothing is paid or returned before the batch is approved', async () => {
  const id = await desk.asked(10_000);
  expect((await desk.pay(id)).body.message).toBe('This settlement is in no batch yet');
  const { id: batchId } = (await desk.batch(id)).body.data;
  for (const answer of [await desk.pay(id), await desk.giveBack(id)]) {
    expect(answer.body.message).toBe('The batch of this settlement waits for a second person');
  }
  const path = `/SettlementBatches/${batchId}/paid`;
  expect((await test.call(desk.clerk, 'POST', path, { bankReference: 'X' })).status).toBe(409);
});

it('what the bank returned is free again, and what was booked as paid comes back with its fee', async () => {
  await test.owner.rows('update platform_settings set settlement_fee = 100000');
  const [early, late] = [await desk.asked(10_000), await desk.asked(20_000)];
  await desk.batched(early, late);
  const first = await desk.giveBack(early, 'Unknown account');
  expect([first.body.meta, first.body.data.state]).toEqual([{ approvalId: null }, 'returned']);
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

it('the database refuses every other way', async () => {
  const id = await desk.asked(10_000);
  await desk.batched(id);
  await desk.pay(id);
  for (const change of [
    "state = 'batched'",
    "state = 'requested', batch_id = null, paid_at = null, bank_reference = null",
    'amount = 500',
  ]) {
    await expect(
      test.owner.rows(`update settlements set ${change} where id = $1`, [id]),
    ).rejects.toThrow('a settlement cannot go from');
  }
});
