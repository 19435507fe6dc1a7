import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  addBankAccount,
  decide,
  openSettlementDesk,
  waitingId,
  type SettlementDesk,
} from '../../test/settlements.ts';
import { checkLedger } from '../ledger/check.ts';

let test: TestApp;
let desk: SettlementDesk;

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
  expect(request).toMatchObject({
    companyName: null,
    sentence: expect.stringMatching(
      /^Pay 2 settlements from the bank, UGX 30,000 together: UGX 20,000 to Kintu Traders Ltd \(Stanbic Bank •••• \d{4}\), UGX 10,000 to /,
    ),
  });
  expect((await decide(test, desk.second, batch.approvalId)).status).toBe(200);
  const file = await fileOf(batch.id);
  const [header, first, second, end] = file.text.split('\r\n');
  expect(header).toBe('"Reference","Beneficiary","Bank","Branch","Account","Amount","Narration"');
  expect(first).toMatch(
    /^"ST-\w{10}","Kintu Traders Ltd","Stanbic Bank","Garden City","\d{13}","10000","Settlement ST-/,
  );
  expect([second?.includes('"20000"'), end]).toEqual([true, '']);
  const after = (await test.call(desk.clerk, 'GET', `/SettlementBatches/${batch.id}`)).body.data;
  expect(after).toMatchObject({ approvedBy: 'Test Person', fetchedBy: 'Test Person' });
  expect(after.fetchedAt).not.toBeNull();
  expect(after.settlements[0]).toMatchObject({ state: 'batched', isAtBank: true });
  expect((await desk.returned(ids[0] ?? '')).status).toBe(200);
  expect((await fileOf(batch.id)).text).toBe(file.text);
  const change = test.owner.rows("update settlement_batches set file = 'x' where id = $1", [
    batch.id,
  ]);
  await expect(change).rejects.toThrow('a batch changes only by its decision');
});

it('is not approved by who asked for one of its settlements, or added its bank account', async () => {
  const { companyId, accountId, second } = desk;
  const insider = await createStaff(test.owner, 'Finance');
  const settle = async (person: TestActor, bankAccountId: string) => {
    const path = `/Company/${companyId}/settlements`;
    const { body } = await test.call(person, 'POST', path, {
      accountId,
      bankAccountId,
      amount: 10_000,
    });
    return (await desk.batch(body.data.id)).body.data;
  };
  const asked = await settle(insider, desk.bankAccountId);
  const shown = (await test.call(insider, 'GET', `/Approvals/${asked.approvalId}`)).body.data;
  expect(shown).toMatchObject({ canApprove: false });
  expect(shown.whyNot).toContain('You asked for one of its settlements');
  const toOther = (await test.call(second, 'GET', `/Approvals/${asked.approvalId}`)).body.data;
  expect(toOther).toMatchObject({ canApprove: true, whyNot: null });
  const refusal = await decide(test, insider, asked.approvalId);
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    expect.stringMatching(
      /^You asked for the settlement ST-\w{10}, so somebody else has to approve this batch$/,
    ),
  ]);
  expect((await fileOf(asked.id)).status).toBe(409);
  expect((await decide(test, second, asked.approvalId)).status).toBe(200);

  const { id } = (await addBankAccount(test, insider, companyId)).body.data;
  await decide(test, second, await waitingId(test, 'bank-account'));
  const toOwn = await settle(desk.owner, id);
  expect((await decide(test, insider, toOwn.approvalId)).body.message).toMatch(
    /^You added the bank account to which ST-\w{10} goes, so somebody else/,
  );
  expect((await decide(test, second, toOwn.approvalId)).status).toBe(200);
});

it('is not approved by who can sign in as the person who asked', async () => {
  const batch = (await desk.batch(await desk.asked(10_000))).body.data;
  const chief = await createStaff(test.owner);
  const link = await test.call(chief, 'POST', `/User/${desk.owner.userId}/password-link`, {});
  expect(link.status, link.text).toBe(200);
  expect((await decide(test, chief, batch.approvalId)).body.message).toMatch(
    /^You set the password or a role of /,
  );
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
  await desk.returned(two);
  const pay = () =>
    test.call(desk.clerk, 'POST', `/SettlementBatches/${batchId}/paid`, { bankReference: 'ALL' });
  const answers = await Promise.all([pay(), pay(), desk.pay(three), desk.giveBack(three)]);
  // A return asks for a second person, so it is no refusal.
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect(await desk.balance()).toMatchObject({ held: 0 });
  const { data } = (await test.call(desk.clerk, 'GET', `/SettlementBatches/${batchId}`)).body;
  expect(data.openCount).toBe(0);
  expect((await pay()).body.message).toBe(
    'All settlements of this batch were paid or returned already, or their return waits for approval',
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
