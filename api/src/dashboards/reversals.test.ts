import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createTarget, moveUgx, type Target } from '../../test/movements.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { daysBefore } from './periods.ts';

const today = kampalaDay(Date.now());
const ago = (days: number): string => daysBefore(today, days);
const morning = (days: number): Date => new Date(startOfDay(ago(days)));

describe('a payment of ten days ago that is reversed today', () => {
  let test: TestApp;
  let staff: TestActor;
  let member: TestActor;
  let target: Target;
  let wrong: string;
  let reversal: string;
  const get = async (actor: TestActor, path: string) => {
    const answer = await test.call(actor, 'GET', path);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  beforeAll(async () => {
    test = await createTestApp();
    staff = await createStaff(test.owner);
    target = await createTarget(test.owner, 'Corrected');
    member = await createMember(test.owner, { companyId: target.companyId });
    const outcomes = await postAll(test.owner, [
      moveUgx(target, 500_000, morning(20)),
      moveUgx(target, -15_000, morning(10)),
      moveUgx(target, -40_000, morning(10)),
      moveUgx(target, 7_000, morning(3)),
    ]);
    wrong = outcomes[1]?.transactionId ?? '';
    const reversed = await reverseWithTwo(test, staff, wrong);
    expect(reversed.status, reversed.text).toBe(200);
    reversal = reversed.body.data.id;
  });

  it('is in no point of the chart of the platform', async () => {
    const { transactionTrends } = await get(staff, '/AdminDashboard/statistics');
    const points = transactionTrends.filter(
      ({ credits, debits }: { credits: number; debits: number }) => credits !== 0 || debits !== 0,
    );
    expect(points).toEqual([
      { date: ago(20), credits: 500_000, debits: 0 },
      { date: ago(10), credits: 0, debits: 40_000 },
      { date: ago(3), credits: 7_000, debits: 0 },
    ]);
  });

  it('is left out of the summaries, which say so', async () => {
    const statistics = await get(staff, '/AdminDashboard/statistics');
    const summaries = {
      creditSummary: { totalTransactions: 2, totalAmount: 507_000, leftOut: 1 },
      debitSummary: { totalTransactions: 1, totalAmount: 40_000, leftOut: 1 },
    };
    expect(statistics).toMatchObject(summaries);
    expect(statistics.topCompaniesByDebits).toEqual([
      { id: target.companyId, name: 'Corrected', transactions: 1, amount: 40_000 },
    ]);
    const report = await get(staff, '/AdminDashboard/report');
    expect(report).toMatchObject(summaries);
    expect(report.rows.at(-1)).toMatchObject({
      key: today,
      creditTransactions: 0,
      credits: 0,
      debitTransactions: 0,
      debits: 0,
    });
    const onlyToday = await get(staff, `/AdminDashboard/report?startDate=${today}`);
    expect(onlyToday.creditSummary).toEqual({ totalTransactions: 0, totalAmount: 0, leftOut: 1 });
  });

  it("is in no point of the company's chart, which says how many are left out", async () => {
    const analytics = await get(
      member,
      `/v1/CompanyDashboard/analytics?startDate=${ago(10)}&endDate=${today}`,
    );
    expect(analytics.leftOut).toBe(2);
    expect(analytics.points[0]).toEqual({ date: ago(10), credits: 0, debits: 40_000 });
    expect(analytics.points.at(-1)).toEqual({ date: today, credits: 0, debits: 0 });
    expect(analytics.statuses[0]).toEqual({
      status: 'completed',
      transactions: 2,
      amount: 47_000,
    });
  });

  it("is marked in the lists of both portals, and in the company's newest", async () => {
    const marks = (rows: readonly Record<string, unknown>[]) =>
      rows
        .filter(({ id }) => id === wrong || id === reversal)
        .map(({ id, reversalOf, reversedBy }) => ({ id, reversalOf, reversedBy }));
    const expected = [
      { id: reversal, reversalOf: wrong, reversedBy: null },
      { id: wrong, reversalOf: null, reversedBy: reversal },
    ];
    const own = await get(member, `/Transaction/company/${target.companyId}`);
    expect(marks(own)).toEqual(expected);
    expect(marks(await get(staff, '/AdminDashboard/transactions'))).toEqual(expected);
    expect(marks(await get(staff, '/AdminDashboard/transactions?type=debit'))).toEqual([
      expected[1],
    ]);
    const statistics = await get(staff, '/AdminDashboard/statistics');
    expect(marks(statistics.recentTransactions)).toEqual(expected);
    const company = await get(member, '/v1/CompanyDashboard/statistics');
    expect(marks(company.recentActivities)).toEqual(expected);
  });
});
