import { beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { sealBrakes } from '../../test/brakes.ts';
import { openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';

/* What people are told of settlements while payouts are stopped. */

let test: TestApp;
let desk: SettlementDesk;

// A server for each test: what is stopped for all stays stopped.
beforeEach(async () => {
  test = await createTestApp();
  desk = await openSettlementDesk(test);
});

const stop = async (companyId: string | null): Promise<string> => {
  const sql = "select brake_trip_by_watcher($1, 'one-amount', 'Again', '[]') as id";
  return (await test.owner.row<{ id: string }>(sql, [companyId]))?.id ?? '';
};
const get = async (path: string, person = desk.clerk) =>
  (await test.call(person, 'GET', path)).body.data;
const fileOf = (batchId: string) =>
  test.call(desk.clerk, 'GET', `/SettlementBatches/${batchId}/file`);
const allStopped = 'all payouts are stopped';

/** One settlement of each: requested, in a batch that waits, in one without its file, and at the bank. */
async function oneOfEach() {
  const requested = await desk.asked(10_000);
  const waiting = (await desk.batch(await desk.asked(20_000))).body.data;
  const approved = await desk.batched(await desk.asked(30_000));
  const fetched = await desk.batched(await desk.asked(40_000));
  await fileOf(fetched);
  return { requested, waiting, approved, fetched };
}

it('all payouts: no settlement and no file, and each says what holds it up', async () => {
  const { waiting, approved, fetched } = await oneOfEach();
  const batches = async () =>
    Object.fromEntries(
      (await get('/SettlementBatches')).map((batch: { id: string; heldUpBy: string | null }) => [
        batch.id,
        batch.heldUpBy,
      ]),
    );
  const before = await batches();
  expect(before).toEqual({ [waiting.id]: null, [approved]: null, [fetched]: null });
  await stop(null);
  expect((await desk.ask(1_000)).status).toBe(409);
  const noFile = 'The file cannot be fetched: all payouts are stopped';
  expect(await batches()).toEqual({
    [waiting.id]: expect.stringMatching(
      /^ST-\w{10} of .+ cannot be paid: all payouts are stopped$/,
    ),
    [approved]: noFile,
    [fetched]: noFile,
  });
  expect((await get(`/SettlementBatches/${approved}`)).heldUpBy).toBe(noFile);
  const refusal = await fileOf(approved);
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'All payouts are stopped: the file can be fetched once they go on',
  ]);
  expect(await get(`/Approvals/${waiting.approvalId}`, desk.second)).toMatchObject({
    isHeldUp: true,
    canApprove: false,
    whyNot: expect.stringMatching(/ cannot be paid: all payouts are stopped\.$/),
  });
  // The company reads the same of its own; what is at the bank already is not held up.
  for (const person of [desk.clerk, desk.owner]) {
    expect(await heldUp(person)).toEqual({
      10_000: allStopped,
      20_000: allStopped,
      30_000: allStopped,
      40_000: null,
    });
  }
});

it('those of one company: what a second person approved still goes', async () => {
  const { waiting, approved } = await oneOfEach();
  await stop(desk.companyId);
  const why = 'the payouts of the company are stopped';
  for (const person of [desk.clerk, desk.owner]) {
    expect(await heldUp(person)).toEqual({
      10_000: why,
      20_000: why,
      30_000: null,
      40_000: null,
    });
  }
  expect((await get(`/SettlementBatches/${waiting.id}`)).heldUpBy).toContain(why);
  expect((await get(`/SettlementBatches/${approved}`)).heldUpBy).toBeNull();
  expect((await fileOf(approved)).status).toBe(200);
});

it('the page of the brake names the settlements and batches that it holds', async () => {
  const { waiting, approved } = await oneOfEach();
  const other = await openSettlementDesk(test);
  await other.asked(5_000);
  const own = await stop(desk.companyId);
  expect((await get(`/PayoutBrakes/${own}`)).settlements).toEqual({
    requestedCount: 1,
    requestedAmount: 10_000,
    batches: [expect.objectContaining({ id: waiting.id, count: 1, amount: 20_000 })],
  });
  const { settlements } = await get(`/PayoutBrakes/${await stop(null)}`);
  expect(settlements).toMatchObject({ requestedCount: 2, requestedAmount: 15_000 });
  expect(settlements.batches).toMatchObject([
    { id: waiting.id, state: 'waiting' },
    { id: approved, state: 'approved' },
  ]);
});

it('the brakes that are on, and the request to end one, count the settlements', async () => {
  await oneOfEach();
  const id = await stop(null);
  const held = { count: 3, amount: 60_000 };
  const { brakes } = await get('/PayoutBrakes/state');
  expect(brakes).toMatchObject([{ id, heldCount: 0, heldSettlements: held }]);
  expect(await get(`/PayoutBrakes/${id}`)).toMatchObject({ heldSettlements: held });
  const proposal = { decision: 'release', reason: 'Looked at' };
  const { body } = await test.call(desk.clerk, 'POST', `/PayoutBrakes/${id}/propose`, proposal);
  const { approvalId } = body.meta as { approvalId: string };
  const { sentence } = await get(`/Approvals/${approvalId}`, desk.second);
  expect(sentence).toContain('It also holds up 3 settlements, UGX 60,000 together, which go on.');
  await sealBrakes(test.owner);
  await test.call(desk.second, 'POST', `/Approvals/${approvalId}/approve`, {
    askedAt: (await get(`/Approvals/${approvalId}`, desk.second)).askedAt,
  });
  expect((await get(`/PayoutBrakes/${id}`)).end).toMatchObject({ heldSettlements: held });
});

/** What holds up each settlement of the company, by its amount; its account says the same. */
async function heldUp(person: SettlementDesk['owner']) {
  const list: { amount: number; transactionId: string; heldUpBy: string | null }[] = await get(
    `/Settlements?companyId=${desk.companyId}`,
    person,
  );
  const holds: { transactionId: string; heldUpBy: string | null }[] = await get(
    `/Account/${desk.accountId}/holds`,
    person,
  );
  const ofAccount = new Map(holds.map((hold) => [hold.transactionId, hold.heldUpBy]));
  expect(list.map((row) => ofAccount.get(row.transactionId))).toEqual(
    list.map((row) => row.heldUpBy),
  );
  return Object.fromEntries(list.map(({ amount, heldUpBy }) => [amount, heldUpBy]));
}
