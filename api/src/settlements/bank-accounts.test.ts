import { maxBankAccounts } from '@sente/contract/bank-accounts';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { newsOf } from '../../test/news.ts';
import { later } from '../../test/proofs.ts';
import { addBankAccount, decide, waitingId } from '../../test/settlements.ts';
import { runJobs } from '../../test/webhooks.ts';

let test: TestApp;
let owner: TestActor;
let staff: TestActor;
let companyId: string;
const news = newsOf(() => test);

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  owner = await createMember(test.owner);
  companyId = owner.companyId ?? '';
  staff = await createStaff(test.owner, 'Finance');
});

const listAs = async (actor: TestActor) =>
  (await test.call(actor, 'GET', `/Company/${companyId}/bank-accounts`)).body.data;

it('counts once a person of the provider has approved it, and the administrators are told', async () => {
  const colleague = await createMember(test.owner, { companyId });
  const added = await addBankAccount(test, owner, companyId, { accountNumber: '9030-0012 3456' });
  expect(added.status, added.text).toBe(200);
  expect(added.body.data).toMatchObject({ accountNumber: '903000123456', state: 'waiting' });
  const approvalId = await waitingId(test, 'bank-account');
  const request = (await test.call(staff, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request.sentence).toContain('903000123456 of Kintu Traders Ltd at Stanbic Bank');
  expect((await decide(test, staff, approvalId)).status).toBe(200);
  expect(await listAs(owner)).toMatchObject([{ state: 'approved' }]);
  await runJobs(test);
  const told = (await news.list(colleague)).filter(({ kind }) => kind === 'protection');
  expect(told.map(({ title, link }) => [title, link])).toEqual([
    ['A bank account was approved', '/client/settlements'],
    ['A bank account was added', '/client/settlements'],
  ]);
  expect(told[1]?.text).toContain('Stanbic Bank •••• 3456');
});

it('is never approved by the one who added it, and one that is rejected is refused', async () => {
  await addBankAccount(test, staff, companyId);
  const approvalId = await waitingId(test, 'bank-account');
  expect((await decide(test, staff, approvalId)).status).toBe(409);
  const second = await createStaff(test.owner, 'Finance');
  expect((await decide(test, second, approvalId, 'reject')).status).toBe(200);
  expect(await listAs(owner)).toMatchObject([{ state: 'refused' }]);
  // It may be tried again.
  expect((await addBankAccount(test, owner, companyId)).status).toBe(200);
});

it('is retired by the company at once, also while it waits', async () => {
  const { id } = (await addBankAccount(test, owner, companyId)).body.data;
  const stranger = await createMember(test.owner);
  expect((await test.call(stranger, 'POST', `/BankAccounts/${id}/retire`)).status).toBe(404);
  expect((await test.call(owner, 'POST', `/BankAccounts/${id}/retire`)).status).toBe(200);
  expect((await test.call(owner, 'POST', `/BankAccounts/${id}/retire`)).status).toBe(409);
  expect(await listAs(owner)).toEqual([]);
  const rows = await test.owner.rows('select state from approvals where subject = $1', [id]);
  expect(rows).toEqual([{ state: 'withdrawn' }]);
});

it('that a colleague retired while it waits cannot be approved', async () => {
  const { id } = (await addBankAccount(test, owner, companyId)).body.data;
  const colleague = await createMember(test.owner, { companyId });
  expect((await test.call(colleague, 'POST', `/BankAccounts/${id}/retire`)).status).toBe(200);
  const answer = await decide(test, staff, await waitingId(test, 'bank-account'));
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'The bank account was retired meanwhile. Reject the request.',
  ]);
});

it('shows its number whole to those who manage, and its last digits to others', async () => {
  await addBankAccount(test, owner, companyId, { accountNumber: '903000999123' });
  const clerk = await createMember(test.owner, { companyId, role: 'client_user' });
  const support = await createStaff(test.owner, 'Support');
  for (const reader of [clerk, support]) {
    expect(await listAs(reader)).toMatchObject([{ accountNumber: '•••• 9123' }]);
  }
  for (const manager of [owner, staff]) {
    expect(await listAs(manager)).toMatchObject([{ accountNumber: '903000999123' }]);
  }
});

it('takes the own password of whoever signed in long ago', async () => {
  await later(test, owner);
  const refusal = await addBankAccount(test, owner, companyId, { currentPassword: undefined });
  expect([refusal.status, Object.keys(refusal.body.fields)]).toEqual([400, ['currentPassword']]);
  expect((await addBankAccount(test, owner, companyId)).status).toBe(200);
});

it('is there once, and a company has so many', async () => {
  const accountNumber = '9030001';
  await addBankAccount(test, owner, companyId, { accountNumber });
  const again = await addBankAccount(test, owner, companyId, {
    accountNumber,
    bank: 'STANBIC Bank',
  });
  expect([again.status, again.body.fields]).toEqual([
    400,
    { accountNumber: 'The company has this account at this bank already' },
  ]);
  await test.owner.rows(
    `insert into bank_accounts (id, company_id, bank, account_name, account_number, added_by)
     select gen_random_uuid(), $1, 'Bank', 'Name', (10000 + n)::text, $2
     from generate_series(1, ${maxBankAccounts - 1}) n`,
    [companyId, owner.userId],
  );
  expect((await addBankAccount(test, owner, companyId)).status).toBe(409);
});
