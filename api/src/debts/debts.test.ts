import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const read = async (companyId: string, actor = staff) =>
  test.call(actor, 'GET', `/Company/${companyId}/debt`);

/** A company that owes because a credit that it had spent was reversed. */
async function createDebtor(amount: bigint) {
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId);
  const wrong = await createTransaction(test.owner, companyId, accountId, {
    amount,
    description: 'Booked twice',
  });
  await createTransaction(test.owner, companyId, accountId, { amount: -amount });
  const answer = await reverseWithTwo(test, staff, wrong);
  expect(answer.status).toBe(200);
  return { companyId, accountId };
}

it('is nothing for a company that never owed', async () => {
  const companyId = await createCompany(test.owner);
  expect((await read(companyId)).body.data).toEqual({
    owed: 0,
    since: null,
    movements: [],
    movementCount: 0,
  });
});

it('names the sum, since when, and what made and repaid it', async () => {
  const { companyId, accountId } = await createDebtor(900_00n);
  await createTransaction(test.owner, companyId, accountId, {
    amount: 250_00n,
    description: 'A sale',
  });
  const { data } = (await read(companyId)).body;
  expect(data).toMatchObject({ owed: 650, movementCount: 2 });
  expect(data.movements).toMatchObject([
    {
      kind: 'repayment',
      amount: 250,
      owedAfter: 650,
      accountId,
      description: 'Repayment to the provider from: A sale',
    },
    {
      kind: 'advance',
      amount: 900,
      owedAfter: 900,
      description: 'Advance by the provider for: Reversal: Booked twice',
    },
  ]);
  expect(data.since).toBe(data.movements[1].date);
});

it('ends with the last repayment, and begins anew', async () => {
  const { companyId, accountId } = await createDebtor(100_00n);
  await createTransaction(test.owner, companyId, accountId, { amount: 400_00n });
  expect((await read(companyId)).body.data).toMatchObject({ owed: 0, since: null });
  const wrong = await createTransaction(test.owner, companyId, accountId, { amount: 500_00n });
  await createTransaction(test.owner, companyId, accountId, { amount: -800_00n });
  await reverseWithTwo(test, staff, wrong);
  const { data } = (await read(companyId)).body;
  expect(data).toMatchObject({ owed: 500, movementCount: 3 });
  expect(data.since).toBe(data.movements[0].date);
});

it('is shown to people of the company who see its accounts, and to nobody else of it', async () => {
  const { companyId } = await createDebtor(100_00n);
  const owner = await createMember(test.owner, { companyId });
  expect((await read(companyId, owner)).body.data).toMatchObject({ owed: 100 });
  const stranger = await createMember(test.owner, { companyId: await createCompany(test.owner) });
  expect((await read(companyId, stranger)).status).toBe(404);
});

it('keeps the company from being archived', async () => {
  const { companyId, accountId } = await createDebtor(100_00n);
  const refused = await test.call(staff, 'DELETE', `/Company/${companyId}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Company still owes UGX 100. It must be repaid first.',
  ]);
  await createTransaction(test.owner, companyId, accountId, { amount: 100_00n });
  expect((await test.call(staff, 'DELETE', `/Company/${companyId}`)).status).toBe(200);
});
