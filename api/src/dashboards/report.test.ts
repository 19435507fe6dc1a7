import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import type { Report, ReportRow } from '@sente/contract/reports';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createPayment } from '../../test/factories.ts';
import { createTarget, moveUgx, postNow, waitUgx, type Target } from '../../test/movements.ts';
import { createProduct } from '../../test/products.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { Posting } from '../ledger/posting.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { daysBefore, firstOfWeek } from './periods.ts';

const today = kampalaDay(Date.now());
const dayOf = (days: number): string => daysBefore(today, days);
/** The first or the last moment of the day that was this many days ago in Kampala. */
const morning = (days: number): Date => new Date(startOfDay(dayOf(days)));
const night = (days: number): Date => new Date(morning(days).getTime() + dayMs - 1);

let test: TestApp;
let staff: TestActor;
let cafe: Target;
let hub: Target;

/** Books what a payment moves, with a fee on top or off, and stores the payment. Whole UGX. */
async function pay(
  target: Target,
  amountUgx: number,
  at: Date,
  more: { feeUgx?: number; network?: string; productId?: string } = {},
): Promise<string> {
  const { feeUgx = 0, network = 'MTN', productId = null } = more;
  const { fees } = await systemAccountsOf(test.owner, target.companyId);
  const [amount, fee] = [BigInt(amountUgx) * 100n, BigInt(feeUgx) * 100n];
  const isIn = amountUgx > 0;
  const posting: Posting = moveUgx(target, amountUgx, at, {
    kind: isIn ? 'collection' : 'payout',
    legs: [
      { accountId: target.accountId, amount: amount - fee },
      ...(fee > 0n ? [{ accountId: fees, amount: fee }] : []),
      { accountId: target.settlement, amount: -amount },
    ],
  });
  const transactionId = await postNow(test.owner, posting);
  const id = await createPayment(test.owner, target.companyId, {
    direction: isIn ? 'collection' : 'payout',
    status: 'SUCCESS',
    amount: isIn ? amount : -amount,
    fee,
    network,
    transactionId,
    accountId: target.accountId,
    at,
  });
  await test.owner.rows('update payments set product_id = $2 where id = $1', [id, productId]);
  return transactionId;
}

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  cafe = await createTarget(test.owner, 'Cafe');
  hub = await createTarget(test.owner, 'Hub');
  const { id: productId } = await createProduct(test.owner, cafe.companyId, { name: 'Day pass' });
  await pay(cafe, 1_000, night(4), { feeUgx: 30 });
  await pay(cafe, 5_000, morning(3), { feeUgx: 100, productId });
  await pay(cafe, 2_000, morning(3), { network: 'AIRTEL', productId });
  await pay(cafe, -700, night(3), { feeUgx: 50 });
  await pay(hub, 9_000, night(1), { feeUgx: 200, network: 'AIRTEL' });
  await postAll(test.owner, [
    moveUgx(hub, 4_000, morning(1), { kind: 'deposit' }),
    // Failed and pending transactions did not move money.
    moveUgx(hub, -999_999, morning(2), { kind: 'withdrawal' }),
    waitUgx(hub, 77, morning(2), 'collection'),
  ]);
  await createPayment(test.owner, cafe.companyId, {
    status: 'FAILED',
    accountId: cafe.accountId,
    at: morning(2),
  });
  await test.owner.rows(
    "update payments set reason_code = 'EXPIRED' where status = 'FAILED' and company_id = $1",
    [cafe.companyId],
  );
  // Taken back, with its fee.
  const wrong = await pay(hub, 600, night(3), { feeUgx: 20 });
  expect((await reverseWithTwo(test, staff, wrong)).status).toBe(200);
});

async function read(query: Record<string, string> = {}): Promise<Report> {
  const answer = await test.call(
    staff,
    'GET',
    `/AdminDashboard/report?${new URLSearchParams(query)}`,
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const refused = (query: string) => test.call(staff, 'GET', `/AdminDashboard/report${query}`);

const none = { company: null, creditTransactions: 0, credits: 0, debitTransactions: 0, debits: 0 };
const row = (key: string, fields: Partial<ReportRow>): ReportRow => ({
  key,
  name: key,
  ...none,
  fees: 0,
  failed: 0,
  ...fields,
});

describe('the rows', () => {
  it('are every day of the range, both ends included', async () => {
    const report = await read({ startDate: dayOf(3), endDate: dayOf(1) });
    expect(report).toMatchObject({
      startDate: dayOf(3),
      endDate: dayOf(1),
      by: 'day',
      creditSummary: { totalTransactions: 4, totalAmount: 20_000, leftOut: 1 },
      debitSummary: { totalTransactions: 1, totalAmount: 700, leftOut: 0 },
      fees: 350,
      failed: 2,
      isWhole: true,
    });
    expect(report.rows).toEqual([
      row(dayOf(3), {
        creditTransactions: 2,
        credits: 7_000,
        debitTransactions: 1,
        debits: 700,
        fees: 150,
      }),
      row(dayOf(2), { failed: 2 }),
      row(dayOf(1), { creditTransactions: 2, credits: 13_000, fees: 200 }),
    ]);
  });

  it.each([
    ['week', firstOfWeek],
    ['month', (day: string) => `${day.slice(0, 7)}-01`],
  ] as const)('are each %s, and sum to the days', async (by, startOf) => {
    const days = await read();
    const grouped = await read({ by });
    const keys = [...new Set(days.rows.map(({ key }) => startOf(key)))];
    expect(grouped.rows.map(({ key }) => key)).toEqual(keys);
    for (const { key, credits, fees } of grouped.rows) {
      const within = days.rows.filter((each) => startOf(each.key) === key);
      expect(credits).toBe(within.reduce((sum, each) => sum + each.credits, 0));
      expect(fees).toBe(within.reduce((sum, each) => sum + each.fees, 0));
    }
  });

  it('are companies, kinds, networks or products, the largest first', async () => {
    expect((await read({ by: 'company' })).rows).toEqual([
      row(hub.companyId, {
        name: 'Hub',
        creditTransactions: 2,
        credits: 13_000,
        fees: 200,
        failed: 1,
      }),
      row(cafe.companyId, {
        name: 'Cafe',
        creditTransactions: 3,
        credits: 8_000,
        debitTransactions: 1,
        debits: 700,
        fees: 180,
        failed: 1,
      }),
    ]);
    expect((await read({ by: 'kind' })).rows).toEqual([
      row('collection', { creditTransactions: 4, credits: 17_000, fees: 330, failed: 1 }),
      row('deposit', { creditTransactions: 1, credits: 4_000 }),
      row('payout', { debitTransactions: 1, debits: 700, fees: 50 }),
      row('withdrawal', { failed: 1 }),
    ]);
    expect((await read({ by: 'network' })).rows).toEqual([
      row('AIRTEL', { creditTransactions: 2, credits: 11_000, fees: 200 }),
      row('MTN', {
        creditTransactions: 2,
        credits: 6_000,
        debitTransactions: 1,
        debits: 700,
        fees: 180,
        failed: 1,
      }),
    ]);
    expect((await read({ by: 'product' })).rows).toEqual([
      row(expect.any(String), {
        name: 'Day pass',
        company: 'Cafe',
        creditTransactions: 2,
        credits: 7_000,
        fees: 100,
      }),
    ]);
  });

  it.each(['day', 'kind', 'company', 'network', 'product'])(
    'by %s are of one company',
    async (by) => {
      const { rows, creditSummary, fees } = await read({ by, companyId: hub.companyId });
      const total = rows.reduce((sum, { credits }) => sum + credits, 0);
      expect(total).toBe({ network: 9_000, product: 0 }[by] ?? 13_000);
      expect(creditSummary).toEqual({ totalTransactions: 2, totalAmount: 13_000, leftOut: 1 });
      expect(fees).toBe(200);
    },
  );
});

it('sums to the entries of the ledger', async () => {
  const entries = await test.owner.row<{ fees: number; customers: number }>(
    `select (sum(e.amount) filter (where a.kind = 'fees') / 100)::int as fees,
       (sum(e.amount) filter (where a.kind = 'customer') / 100)::int as customers
     from entries e join accounts a on a.id = e.account_id`,
  );
  const { creditSummary, debitSummary, fees } = await read();
  expect(fees).toBe(entries?.fees);
  expect(creditSummary.totalAmount - debitSummary.totalAmount - fees).toBe(entries?.customers);
  for (const by of ['day', 'week', 'month', 'company', 'kind']) {
    const { rows } = await read({ by });
    const sum = (figure: 'credits' | 'debits' | 'fees') =>
      rows.reduce((total, each) => total + each[figure], 0);
    expect([sum('credits'), sum('debits'), sum('fees')]).toEqual([
      creditSummary.totalAmount,
      debitSummary.totalAmount,
      fees,
    ]);
  }
});

it('says why payments failed and how long people took to decide', async () => {
  const { reasons, approvals } = await read();
  expect(reasons).toEqual([
    { code: 'EXPIRED', text: 'The person did not approve in time', payments: 1, amount: 10 },
  ]);
  expect(approvals).toEqual([
    {
      kind: 'reversal',
      approved: 1,
      rejected: 0,
      medianSeconds: expect.any(Number),
      longestSeconds: expect.any(Number),
    },
  ]);
  expect((await read({ endDate: dayOf(1) })).approvals).toEqual([]);
});

describe('the range', () => {
  it('begins thirty days before today by default', async () => {
    const report = await read();
    expect(report).toMatchObject({ startDate: dayOf(30), endDate: today });
    expect(report.rows).toHaveLength(31);
    expect(await read({ endDate: dayOf(10) })).toMatchObject({
      startDate: dayOf(40),
      endDate: dayOf(10),
    });
  });

  it('ends today when it reaches into the future', async () => {
    const report = await read({ startDate: dayOf(1), endDate: dayOf(-20) });
    expect(report).toMatchObject({ startDate: dayOf(1), endDate: today });
    const ahead = await read({ startDate: dayOf(-5), endDate: dayOf(-20) });
    expect(ahead).toMatchObject({ startDate: today, endDate: today });
  });

  it('is a leap year and not a day more', async () => {
    expect((await read({ startDate: dayOf(365) })).rows).toHaveLength(366);
    const more = await refused(`?startDate=${dayOf(366)}`);
    expect(more.status).toBe(400);
    expect(more.body).toMatchObject({
      errors: ['A report covers at most 366 days'],
      fields: { startDate: 'A report covers at most 366 days' },
    });
  });

  it.each([
    [`?startDate=${dayOf(1)}&endDate=${dayOf(2)}`, 'startDate'],
    ['?startDate=2026-02-30', 'startDate'],
    ['?by=phase', 'by'],
    ['?companyId=x', 'companyId'],
  ])('%s is refused and the field named', async (query, field) => {
    const answer = await refused(query);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });
});

it('is for staff, and of companies that exist', async () => {
  const member = await createMember(test.owner, { companyId: cafe.companyId });
  expect((await test.call(member, 'GET', '/AdminDashboard/report')).status).toBe(403);
  expect((await refused(`?companyId=${uuidV7()}`)).status).toBe(404);
});
