import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { closeDay } from '../../test/closed-days.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';

let test: TestApp;
let companyId: string;
let accountId: string;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId);
});

const book = (at: Date) =>
  createTransaction(test.owner, companyId, accountId, { amount: 100n, at });
/** Two legs that sum to zero, as the owner of the database could add them. */
const add = (transactionId: string) =>
  test.owner.rows(
    `insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
     values ($1, $2, 901, $3, 5, 105), ($1, $2, 902, $3, -5, 100)`,
    [companyId, accountId, transactionId],
  );

it('nothing is added to what was booked on a closed day, not even what sums to zero', async () => {
  const [before, last, open] = [await book(ago(9)), await book(ago(4)), await book(ago(2))];
  const day = kampalaDay(Date.now() - 4 * dayMs);
  expect((await closeDay(test, await createStaff(test.owner), day)).status).toBe(200);
  for (const id of [before, last]) await expect(add(id)).rejects.toThrow(/is closed/);
  await add(open);
});
