import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { decide, openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { uuidV7 } from '../db/uuid.ts';
import { checkLedger } from '../ledger/check.ts';
import { findViolations } from '../ledger/invariants.ts';

let test: TestApp;
let desk: SettlementDesk;

beforeAll(async () => {
  test = await createTestApp();
  await test.owner.rows('update platform_settings set settlement_fee = 250000');
});

beforeEach(async () => {
  desk = await openSettlementDesk(test);
});

const legsOf = async (id: string) => {
  const rows = await test.owner.rows<{ kind: string; amount: string }>(
    `select a.kind, e.amount from settlements s
     join entries e on e.transaction_id = s.transaction_id join accounts a on a.id = e.account_id
     where s.id = $1 order by a.kind`,
    [id],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount) / 100]));
};

it('holds amount and fee at once, and books both when the bank has paid', async () => {
  const asked = await desk.ask(300_000);
  expect(asked.status, asked.text).toBe(200);
  const { id } = asked.body.data;
  expect(asked.body.data).toMatchObject({ state: 'requested', amount: 300_000, fee: 2_500 });
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 302_500 });
  const batchId = await desk.batched(id);
  expect(await desk.stateOf(id)).toBe('batched');
  const paid = await desk.pay(id, 'FT26321');
  expect(paid.body.data).toMatchObject({ state: 'paid', bankReference: 'FT26321', batchId });
  expect(await desk.balance()).toEqual({ balance: 697_500, held: 0 });
  expect(await legsOf(id)).toEqual({ customer: -302_500, fees: 2_500, settlement: 300_000 });
  const path = `/Transaction/${asked.body.data.transactionId}`;
  const transaction = await test.call(desk.owner, 'GET', path);
  expect(transaction.body.data).toMatchObject({ kind: 'settlement', amount: 300_000, fee: 2_500 });
  const atBank = { id, state: 'paid', bankReference: 'FT26321' };
  expect(transaction.body.data.settlement).toMatchObject({ ...atBank, batchId: null });
  const read = await test.call(desk.clerk, 'GET', path);
  expect(read.body.data.settlement).toMatchObject({ ...atBank, batchId });
  expect((await checkLedger(test.database)).violations).toEqual([]);
});

it('settles all that is available, in whole shillings beyond the fee', async () => {
  const odd = await openSettlementDesk(test, { balance: 10_000_50n });
  const { data } = (await odd.ask(null)).body;
  expect(data.amount).toBe(7_500);
  expect(await odd.balance()).toEqual({ balance: 10_000.5, held: 10_000 });
  const nothing = await odd.ask(null);
  expect([nothing.status, nothing.body.fields]).toEqual([
    409,
    { amount: 'At most UGX 0 can be settled, besides the fee of UGX 2,500' },
  ]);
});

it('refuses more than there is, and an account or bank account of another company', async () => {
  expect((await desk.ask(999_000)).body.fields).toEqual({
    amount: 'At most UGX 997,500 can be settled, besides the fee of UGX 2,500',
  });
  const other = await openSettlementDesk(test);
  for (const field of ['accountId', 'bankAccountId'] as const) {
    const answer = await desk.ask(1_000, { [field]: other[field] });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  }
  expect((await desk.ask(1_000.5)).status).toBe(400);
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
});

it('refuses a bank account that is not approved, or is retired', async () => {
  await test.call(desk.owner, 'POST', `/BankAccounts/${desk.bankAccountId}/retire`);
  const answer = await desk.ask(1_000);
  expect(answer.body.fields).toEqual({
    bankAccountId: 'Only an approved bank account can be settled to',
  });
});

it('is refused on a frozen account and of a suspended company, as payouts are', async () => {
  const chief = await createStaff(test.owner);
  const { accountId, companyId } = desk;
  const stop = (path: string) => test.call(chief, 'POST', path, { reason: 'Look into it' });
  expect((await stop(`/Account/${accountId}/freeze`)).status).toBe(200);
  expect((await desk.ask(1_000)).body.message).toBe('The provider has frozen this account');
  await test.call(chief, 'POST', `/Account/${accountId}/unfreeze`);
  expect((await stop(`/Company/${companyId}/suspend`)).status).toBe(200);
  expect((await desk.ask(1_000)).body.message).toBe('The provider has suspended this company');
  expect(await desk.balance()).toMatchObject({ held: 0 });
});

it('is refused while payouts are stopped, and a batch with it cannot be approved', async () => {
  const id = await desk.asked(5_000);
  const { approvalId } = (await desk.batch(id)).body.data;
  await test.owner.rows("select brake_trip_by_watcher($1, 'one-amount', 'Again', '[]')", [
    desk.companyId,
  ]);
  expect((await desk.ask(1_000)).body.message).toBe(
    'Payouts are stopped. Settlements are possible again once they go on.',
  );
  const shown = (await test.call(desk.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  const whyNot = expect.stringMatching(
    /^ST-\w{10} of .+ cannot be paid: the payouts of the company are stopped\.?$/,
  );
  expect(shown).toMatchObject({ canApprove: false, canReject: true, whyNot });
  expect(shown.sentence).toMatch(
    /^Pay the settlement ST-\w{10} from the bank: UGX 5,000 to Kintu Traders Ltd \(Stanbic Bank •••• \d{4}\)\.$/,
  );
  const approval = await decide(test, desk.second, approvalId);
  expect([approval.status, approval.body.message]).toEqual([409, whyNot]);
  expect(await desk.stateOf(id)).toBe('batched');
});

it('is cancelled while it is in no batch, and the money is free again', async () => {
  const id = await desk.asked(50_000);
  const stranger = await createMember(test.owner);
  expect((await test.call(stranger, 'POST', `/Settlements/${id}/cancel`)).status).toBe(404);
  expect((await desk.cancel(id)).body.data.state).toBe('cancelled');
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
  expect((await desk.cancel(id)).body.message).toBe('This settlement was cancelled already');
  const other = await desk.asked(50_000);
  await desk.batch(other);
  expect((await desk.cancel(other)).status).toBe(409);
});

it('the same request again is the same settlement, also at the same moment', async () => {
  const idempotencyKey = uuidV7();
  const answers = await Promise.all([1, 2, 3].map(() => desk.ask(10_000, { idempotencyKey })));
  const ids = new Set(answers.map(({ body }) => body.data.id));
  expect(ids.size).toBe(1);
  expect(await desk.balance()).toMatchObject({ held: 12_500 });
  expect((await desk.ask(20_000, { idempotencyKey })).status).toBe(409);
});

it('two people who ask for all at once get it once', async () => {
  const answers = await Promise.all([desk.ask(null), desk.ask(null)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('a company sees its own only, and not the batch', async () => {
  const id = await desk.asked(5_000);
  await desk.batched(id);
  const { data, meta } = (await test.call(desk.owner, 'GET', '/Settlements')).body;
  expect(data).toMatchObject([
    { id, batchId: null, bankAccountNumber: expect.stringMatching(/^•••• \d{4}$/) },
  ]);
  expect(meta).toMatchObject({ totalCount: 1, totalAmount: 5_000 });
  const stranger = await createMember(test.owner);
  expect((await test.call(stranger, 'GET', '/Settlements')).body.data).toEqual([]);
});

it('whoever approves a batch sees the whole numbers of the bank accounts, and no other staff does', async () => {
  const { id } = (await desk.batch(await desk.asked(5_000))).body.data;
  const numberFor = async (person: TestActor) =>
    (await test.call(person, 'GET', `/SettlementBatches/${id}`)).body.data.settlements[0]
      .bankAccountNumber;
  expect(await numberFor(desk.second)).toMatch(/^90300\d{8}$/);
  const support = await createStaff(test.owner, 'Support');
  expect(await numberFor(support)).toMatch(/^•••• \d{4}$/);
});

it.each([
  ['update settlements set fee = fee + 100 where id = $1', 'holds amount and fee until it ends'],
  [
    "update settlements set state = 'cancelled', ended_at = now() where id = $1",
    'as its state says',
  ],
])('the check of the ledger finds %s', async (change, invariant) => {
  const id = await desk.asked(5_000);
  const undo = new Error('undo');
  const work = test.asOwner(async (db) => {
    await db.rows('alter table settlements disable trigger settlements_move');
    await db.rows(change, [id]);
    const found = (await findViolations(db)).map((violation) => violation.invariant);
    expect(found).toEqual([expect.stringContaining(invariant)]);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});
