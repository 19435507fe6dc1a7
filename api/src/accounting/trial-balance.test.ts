import { dayMs, kampalaDay } from '@sente/contract/kampala';
import type { AccountingMonth, TrialBalance } from '@sente/contract/accounting';
import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { closeDay } from '../../test/closed-days.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { bookForProvider } from '../ledger/suspense.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

let test: TestApp;
let staff: TestActor;
const today = kampalaDay(Date.now());
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const [year = 0, month = 1] = today.split('-').map(Number);
/** The last days of the two months before. */
const lastMonthEnd = dayOf(new Date(Date.UTC(year, month - 1, 0)));
const monthBeforeEnd = dayOf(new Date(Date.UTC(year, month - 2, 0)));

/** A collection at noon of a day, with a fee. */
async function collect(day: string, amount: bigint, fee: bigint, companyId: string, to: string) {
  const { clearing, fees } = await systemAccountsOf(test.owner, companyId);
  await postAll(test.owner, [
    {
      companyId,
      accountId: to,
      type: 'credit',
      amount,
      legs: [
        { accountId: to, amount: amount - fee },
        { accountId: clearing.get('MTN') ?? '', amount: -amount },
        { accountId: fees, amount: fee },
      ],
      kind: 'collection',
      key: uuidV7(),
      description: 'Arranged by a test',
      at: new Date(`${day}T09:00:00Z`),
    },
  ]);
}

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  for (const company of [1, 2]) {
    const companyId = await createCompany(test.owner, { name: `Company ${company} of the books` });
    const account = await createAccount(test.owner, companyId);
    await collect(monthBeforeEnd, 1_000_000n, 10_000n, companyId, account);
    await collect(lastMonthEnd, 500_000n, 5_050n, companyId, account);
    await collect(today, 200_000n, 2_000n, companyId, account);
  }
});

const read = async (day?: string): Promise<TrialBalance> =>
  (await test.call(staff, 'GET', `/Accounting/trial-balance${day ? `?day=${day}` : ''}`)).body.data;
const rowOf = ({ rows }: TrialBalance, kind: string) => rows.find((row) => row.kind === kind);
const close = (day: string) => closeDay(test, staff, day);

it('debits equal credits, and today is what the accounts have', async () => {
  const now = await read();
  expect(now).toMatchObject({ day: today, isClosed: false, debits: 34_000, credits: 34_000 });
  expect(rowOf(now, 'customer')).toEqual({
    kind: 'customer',
    network: null,
    opening: 29_699,
    debits: 0,
    credits: 3_960,
    closing: 33_659,
  });
  const mtn = now.rows.find(({ network }) => network === 'MTN');
  expect(mtn).toMatchObject({
    kind: 'clearing',
    opening: -30_000,
    debits: 4_000,
    closing: -34_000,
  });
  expect(rowOf(now, 'fees')?.closing).toBe(341);
  const sums = await test.owner.rows<{ kind: string; balance: string }>(
    'select kind, sum(balance) as balance from accounts group by kind',
  );
  for (const { kind, balance } of sums) {
    const shown = now.rows.filter((row) => row.kind === kind).map(({ closing }) => closing);
    expect(Math.round(shown.reduce((a, b) => a + b, 0) * 100)).toBe(Number(balance));
  }
  expect((await test.call(staff, 'GET', '/Accounting/trial-balance?day=2999-01-01')).status).toBe(
    409,
  );
});

it('a past day is as it was, and stays so when it is closed', async () => {
  const [before, after] = [monthBeforeEnd, lastMonthEnd];
  const open = await read(before);
  expect(open).toMatchObject({ isClosed: false, debits: 20_000, credits: 20_000 });
  expect((await close(before)).status).toBe(200);
  expect(await read(before)).toEqual({ ...open, isClosed: true });
  expect(rowOf(await read(after), 'customer')).toMatchObject({ opening: 19_800, credits: 9_899 });
});

it('a month opens with what was signed at the end of the month before, on the same heads', async () => {
  const charge = {
    network: 'MTN',
    direction: 'payout',
    amount: 3_000n,
    key: uuidV7(),
    description: 'Fee of MTN',
    at: new Date(`${lastMonthEnd}T09:00:00Z`),
  } as const;
  await bookForProvider(test.owner, charge, 'fees');
  for (
    let day = Date.parse(monthBeforeEnd) + dayMs;
    day <= Date.parse(lastMonthEnd);
    day += dayMs
  ) {
    expect((await close(dayOf(new Date(day)))).status).toBe(200);
  }
  const months: AccountingMonth[] = (await test.call(staff, 'GET', '/Accounting/months')).body.data;
  const [current, last, before] = months;
  expect(months).toHaveLength(3);
  // So far, from the books.
  expect(current).toMatchObject({
    month: today.slice(0, 7),
    closing: null,
    isClosed: false,
    fees: 40,
    networkCharges: 0,
    vat: 0,
    levy: 0,
  });
  // Earned before what the network took of it.
  expect(last).toMatchObject({
    month: lastMonthEnd.slice(0, 7),
    isClosed: true,
    fees: 101,
    networkCharges: 30,
  });
  expect(before).toMatchObject({
    opening: null,
    closing: { day: monthBeforeEnd },
    isClosed: false,
    fees: 200,
  });
  expect(current?.opening).toEqual(last?.closing);
  expect(last?.opening).toEqual(before?.closing);
  expect(last?.closing).toMatchObject({ day: lastMonthEnd, liabilities: 29_699 });
  expect(last?.closing?.heads).not.toBe(last?.opening?.heads);
  // The heads are those of the accounts: each account's number, balance and hash at the end of the month.
  const [row] = await test.owner.rows<{ heads: string }>(
    `select encode(sha256('sente.heads.1'::bytea || string_agg(uuid_send(e.account_id)
       || int8send(e.number) || int8send(e.balance_after) || t.chain_hash, '' order by e.account_id)), 'hex') as heads
     from entries e join transactions t on t.id = e.transaction_id
     where e.number = 2 or t.kind = 'network-fee'`,
  );
  expect(last?.closing?.heads).toBe(row?.heads);
});
