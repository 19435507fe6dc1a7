import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createUser,
} from '../../test/factories.ts';
import { createTarget, moveUgx, waitUgx, type Target } from '../../test/movements.ts';
import { createProduct } from '../../test/products.ts';
import type { Posting } from '../ledger/posting.ts';
import { finishAll, postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { daysBefore, firstOfWeek } from './periods.ts';

const today = kampalaDay(Date.now());
/** The first or the last moment of the day that was this many days ago in Kampala. */
const morning = (days: number): Date => new Date(startOfDay(daysBefore(today, days)));
const night = (days: number): Date => new Date(morning(days - 1).getTime() - 1);

describe('the dashboard of a platform without transactions', () => {
  it('is all zeros, with an empty trend', async () => {
    const test = await createTestApp();
    const staff = await createStaff(test.owner);
    const answer = await test.call(staff, 'GET', '/AdminDashboard/statistics');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      overview: {
        totalCompanies: 0,
        totalBalance: 0,
        totalCredits: 0,
        totalDebits: 0,
        totalCompaniesChange: '0%',
        totalBalanceChange: '0%',
        totalCreditsChange: '0%',
        totalDebitsChange: '0%',
      },
      today: { date: today, hours: expect.any(Array) },
      weekBefore: { date: daysBefore(today, 7), hours: expect.any(Array) },
      transactionTrends: [],
      recentTransactions: [],
      topCompaniesByCredits: [],
      topCompaniesByDebits: [],
      creditSummary: { totalTransactions: 0, totalAmount: 0, leftOut: 0 },
      debitSummary: { totalTransactions: 0, totalAmount: 0, leftOut: 0 },
      pendingApprovals: 0,
      activeUsers: 1,
      lastLoginAt: null,
      failedTransactions: 0,
      payoutsPerDay: [],
    });
  });
});

it('compares the hours of today with the same weekday of the week before', async () => {
  const test = await createTestApp();
  const staff = await createStaff(test.owner);
  const target = await createTarget(test.owner);
  const hour = (days: number, hours: number) =>
    new Date(morning(days).getTime() + hours * 3_600_000);
  await postAll(test.owner, [
    moveUgx(target, 9_000, new Date(morning(7).getTime() - 1)),
    moveUgx(target, 100, morning(7)),
    moveUgx(target, -30, hour(7, 23)),
    moveUgx(target, 5, night(7)),
    moveUgx(target, 8_000, morning(6)),
    moveUgx(target, 700, morning(0)),
    moveUgx(target, -999_999, morning(0)),
    waitUgx(target, 40, morning(0), 'collection'),
  ]);
  await test.owner.rows('update users set last_login_at = $1', [morning(3)]);
  for (const [amount, at] of [
    [70_000_00n, morning(7)],
    [7_000_00n, night(1)],
    [500_000_00n, morning(0)],
    [500_000_00n, night(8)],
  ] as const) {
    await createPayment(test.owner, target.companyId, {
      direction: 'payout',
      status: 'SUCCESS',
      amount,
      accountId: target.accountId,
      at,
    });
  }
  const answer = await test.call(staff, 'GET', '/AdminDashboard/statistics');
  const { today: now, weekBefore, lastLoginAt, payoutsPerDay } = answer.body.data;
  expect(weekBefore.hours).toHaveLength(24);
  const nothing = { credits: 0, debits: 0, transactions: 0, failed: 0 };
  expect(weekBefore.hours[0]).toEqual({ ...nothing, credits: 100, transactions: 1 });
  expect(weekBefore.hours[1]).toEqual(nothing);
  expect(weekBefore.hours[23]).toEqual({ credits: 5, debits: 30, transactions: 2, failed: 0 });
  expect(now.date).toBe(today);
  expect(now.hours[0]).toEqual({ ...nothing, credits: 700, transactions: 1, failed: 1 });
  expect(now.hours.length).toBeLessThanOrEqual(24);
  expect(lastLoginAt).toBe(morning(3).toISOString());
  expect(payoutsPerDay).toEqual([{ network: 'MTN', amount: 11_000 }]);
});

describe('the dashboard of the platform', () => {
  let test: TestApp;
  let staff: TestActor;
  let old: Target;
  const read = async () => (await test.call(staff, 'GET', '/AdminDashboard/statistics')).body.data;

  beforeAll(async () => {
    test = await createTestApp();
    staff = await createStaff(test.owner);
    old = await createTarget(test.owner, 'Old');
    const gone = await createTarget(test.owner, 'Gone');
    const young = await createTarget(test.owner, 'Young');
    await postAll(test.owner, [
      moveUgx(old, 5_000, night(91)),
      moveUgx(old, 1_000, night(62)),
      // The first and the last moment of the previous period.
      moveUgx(old, 700, morning(61)),
      moveUgx(old, 300, night(31)),
      moveUgx(old, -400, night(31)),
      // The current period.
      moveUgx(old, 900, morning(30)),
      moveUgx(young, 600, new Date()),
      moveUgx(old, -100, morning(0)),
      // More than the available balance.
      moveUgx(old, -999_999, morning(30)),
      moveUgx(old, -999_999, night(31)),
      waitUgx(old, -52, morning(0), 'withdrawal'),
      waitUgx(old, 53, morning(0), 'payout'),
      moveUgx(gone, 8_000, night(95)),
      moveUgx(gone, -8_000, night(94)),
    ]);
    const payout = { accountId: old.accountId, direction: 'payout', at: morning(0) } as const;
    await createPayment(test.owner, old.companyId, { ...payout, awaitsApproval: true });
    await createPayment(test.owner, old.companyId, { ...payout, awaitsApproval: true });
    // This payout was sent to the network.
    await createPayment(test.owner, old.companyId, { ...payout, status: 'PROCESSING' });
    const dated = 'update companies set created_at = $2 where id = $1';
    await test.owner.rows(dated, [old.companyId, night(31)]);
    await test.owner.rows(dated, [gone.companyId, night(31)]);
    await test.owner.rows(dated, [young.companyId, morning(30)]);
    await createUser(test.owner, { companyId: old.companyId });
    await createUser(test.owner, { companyId: old.companyId, isActive: false });
    const invited = await createUser(test.owner, { companyId: old.companyId });
    await test.owner.rows('update users set password_hash = null where id = $1', [invited]);
    const deleted = await createUser(test.owner, { companyId: old.companyId });
    await test.owner.rows('update users set deleted_at = now() where id = $1', [deleted]);
    await createUser(test.owner, { companyId: gone.companyId });
    expect((await test.call(staff, 'DELETE', `/Company/${gone.companyId}`)).status).toBe(200);
  });

  it('sums completed transactions and compares the last thirty days with as many before', async () => {
    const { overview } = await read();
    expect(overview).toEqual({
      // Gone existed a month ago, Young did not.
      totalCompanies: 2,
      totalCompaniesChange: '0%',
      totalBalance: 8_000,
      // The balance was 6,600 at the end of that day.
      totalBalanceChange: '+21.2%',
      totalCredits: 16_500,
      totalCreditsChange: '+50.0%',
      totalDebits: 8_500,
      totalDebitsChange: '-75.0%',
    });
  });

  it('sums all credits and debits', async () => {
    const { creditSummary, debitSummary } = await read();
    expect(creditSummary).toEqual({ totalTransactions: 7, totalAmount: 16_500, leftOut: 0 });
    expect(debitSummary).toEqual({ totalTransactions: 3, totalAmount: 8_500, leftOut: 0 });
  });

  it('counts waiting payouts, users who can sign in and failures of the period', async () => {
    expect(await read()).toMatchObject({
      pendingApprovals: 2,
      activeUsers: 2,
      failedTransactions: 1,
    });
    const listed = await test.call(staff, 'GET', '/User?isActive=true&isPending=false');
    expect(listed.body.meta).toMatchObject({ totalCount: 2 });
  });

  it('names the top companies by completed amount, without archived ones', async () => {
    const { topCompaniesByCredits, topCompaniesByDebits } = await read();
    expect(topCompaniesByCredits).toEqual([
      { id: old.companyId, name: 'Old', transactions: 5, amount: 7_900 },
      { id: expect.any(String), name: 'Young', transactions: 1, amount: 600 },
    ]);
    expect(topCompaniesByDebits).toEqual([
      { id: old.companyId, name: 'Old', transactions: 2, amount: 500 },
    ]);
  });

  it('shows a trend since ninety days ago with the amount completed on each', async () => {
    const { transactionTrends: trend } = await read();
    expect(trend).toHaveLength(91);
    expect(trend.at(-1)).toEqual({ date: today, credits: 600, debits: 100 });
    expect(trend.at(-31)).toEqual({ date: daysBefore(today, 30), credits: 900, debits: 0 });
    expect(trend.at(-32)).toEqual({ date: daysBefore(today, 31), credits: 300, debits: 400 });
    expect(trend[0]).toEqual({ date: daysBefore(today, 90), credits: 0, debits: 0 });
    const sum = trend.reduce((total: number, day: { credits: number }) => total + day.credits, 0);
    expect(sum).toBe(3_500);
  });

  it('lists the newest first, in back-office terms', async () => {
    const { recentTransactions: rows } = await read();
    expect(rows).toHaveLength(17);
    expect(rows[0]).toEqual({
      id: expect.any(String),
      companyId: expect.any(String),
      company: 'Young',
      type: 'Credit',
      amount: 600,
      fee: 0,
      tax: 0,
      net: 600,
      status: 'Success',
      network: null,
      check: null,
      date: expect.any(String),
      reversalOf: null,
      reversedBy: null,
      finishedAt: expect.any(String),
    });
    const dates = rows.map((row: { date: string }) => row.date);
    expect(dates).toEqual([...dates].sort().reverse());
    const words = rows.map((row: { type: string; status: string }) => `${row.type} ${row.status}`);
    expect(new Set(words)).toEqual(
      new Set([
        'Credit Success',
        'Debit Success',
        'Debit Failed',
        'Debit Pending',
        'Credit Pending',
      ]),
    );
    expect(rows.at(-1).company).toBe('Gone');
  });

  it('cuts the lists at fifty transactions and five companies', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => createTarget(test.owner)));
    await postAll(
      test.owner,
      Array.from({ length: 60 }, (_, index) => moveUgx(many[index % 5] ?? old, 10, new Date())),
    );
    const { recentTransactions, topCompaniesByCredits } = await read();
    expect(recentTransactions).toHaveLength(50);
    expect(topCompaniesByCredits).toHaveLength(5);
  });

  it('only staff can read it', async () => {
    const member = await createMember(test.owner);
    expect((await test.call(member, 'GET', '/AdminDashboard/statistics')).status).toBe(403);
    expect((await test.call(null, 'GET', '/AdminDashboard/statistics')).status).toBe(401);
  });
});

const noFlow = { creditTransactions: 0, credits: 0, debitTransactions: 0, debits: 0 };

describe('the dashboard of a company', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  const read = async (member: TestActor) =>
    (await test.call(member, 'GET', '/v1/CompanyDashboard/statistics')).body.data;

  it('says that there is no data yet', async () => {
    const companyId = await createCompany(test.owner, { name: 'Fresh', email: 'fresh@x.test' });
    const member = await createMember(test.owner, { companyId });
    expect(await read(member)).toEqual({
      overviewStatistics: {
        totalBalances: 0,
        totalBalancesFormatted: 'UGX 0',
        totalBalancesChangePercentage: 0,
        totalAccounts: 0,
        totalAccountsBefore: 0,
        totalAccountsChangePercentage: 0,
        monthlyVolume: 0,
        monthlyVolumeFormatted: 'UGX 0',
        monthlyVolumeChangePercentage: 0,
        totalTransactions: 0,
        transactionsChangePercentage: 0,
        transactionsLately: 0,
        transactionsBefore: 0,
      },
      recentActivities: [],
      today: noFlow,
      week: noFlow,
      trend: expect.any(Array),
      pending: { transactions: 0, credits: 0, debits: 0 },
      lowStock: [],
      approvalsForReader: 0,
      companyInformation: {
        companyName: 'Fresh',
        companyId,
        status: 'Pending',
        statusColor: 'yellow',
        address: 'Kampala',
        phone: '+256 772 000000',
        email: 'fresh@x.test',
      },
    });
  });

  it("shows the company's own figures only", async () => {
    const [world, stranger] = [await createTarget(test.owner), await createTarget(test.owner)];
    const member = await createMember(test.owner, { companyId: world.companyId });
    await createAccount(test.owner, world.companyId, { isActive: false });
    await test.owner.rows('update accounts set opened_at = $2 where id = $1', [
      world.accountId,
      night(31),
    ]);
    await postAll(test.owner, [
      moveUgx(stranger, 77_777, morning(5)),
      moveUgx(world, 2_000, night(62)),
      moveUgx(world, 1_000, morning(61)),
      moveUgx(world, -600, night(31)),
      moveUgx(world, 1_500, morning(30)),
      { ...moveUgx(world, 500, morning(3)), amount: 50_025n, legs: legsOf(world, 50_025n) },
      moveUgx(world, -999_999, morning(2)),
      waitUgx(world, -100, morning(1), 'payout'),
    ]);
    const { overviewStatistics, companyInformation } = await read(member);
    expect(overviewStatistics).toEqual({
      totalBalances: 4_400.25,
      totalBalancesFormatted: 'UGX 4,400.25',
      // The balance was 2,400 at the end of that day.
      totalBalancesChangePercentage: 83.3,
      totalAccounts: 2,
      totalAccountsBefore: 1,
      totalAccountsChangePercentage: 100,
      monthlyVolume: 2_000.25,
      monthlyVolumeFormatted: 'UGX 2,000.25',
      monthlyVolumeChangePercentage: 25,
      totalTransactions: 7,
      transactionsChangePercentage: 100,
      transactionsLately: 4,
      transactionsBefore: 2,
    });
    expect(companyInformation).toMatchObject({ status: 'Active', statusColor: 'green' });
  });

  it('sums today, the week and what is under way, and names products that run low', async () => {
    const world = await createTarget(test.owner);
    const member = await createMember(test.owner, { companyId: world.companyId });
    const monday = new Date(startOfDay(firstOfWeek(today)));
    await postAll(test.owner, [
      moveUgx(world, 9_000, new Date(monday.getTime() - 1)),
      moveUgx(world, 300, monday),
      moveUgx(world, 500, morning(0)),
      moveUgx(world, -40, morning(0)),
      waitUgx(world, 60, morning(0), 'collection'),
      waitUgx(world, -70, morning(40), 'payout'),
    ]);
    const low = await createProduct(test.owner, world.companyId, { name: 'Week pass', codes: 2 });
    await createProduct(test.owner, world.companyId, { name: 'Month pass', codes: 3 });
    const none = await createProduct(test.owner, world.companyId, { name: 'Never filled' });
    await test.owner.rows('update internet_products set low_stock_at = 2 where company_id = $1', [
      world.companyId,
    ]);
    const figures = await read(member);
    const isMonday = firstOfWeek(today) === today;
    expect(figures.today).toEqual({
      creditTransactions: isMonday ? 2 : 1,
      credits: isMonday ? 800 : 500,
      debitTransactions: 1,
      debits: 40,
    });
    expect(figures.week).toMatchObject({ creditTransactions: 2, credits: 800, debits: 40 });
    expect(figures.pending).toEqual({ transactions: 2, credits: 60, debits: 70 });
    expect(figures.trend).toHaveLength(31);
    expect(figures.trend.at(-1)).toMatchObject({ date: today, debits: 40 });
    expect(figures.lowStock).toEqual([
      { id: none.id, name: 'Never filled', stock: 0, lowStockAt: 2 },
      { id: low.id, name: 'Week pass', stock: 2, lowStockAt: 2 },
    ]);
    const role = await createRoleWith(test.owner, 'canViewTransactions');
    const other = await createMember(test.owner, { companyId: world.companyId, role });
    expect(await read(other)).toMatchObject({ lowStock: null, today: figures.today });
  });

  it('counts money on the day it moved, not on the day it was requested', async () => {
    const world = await createTarget(test.owner);
    const member = await createMember(test.owner, { companyId: world.companyId });
    await postAll(test.owner, [moveUgx(world, 1_000, night(62))]);
    const [waiting] = await postAll(test.owner, [waitUgx(world, 200, morning(40), 'collection')]);
    await finishAll(test.owner, [
      {
        companyId: world.companyId,
        accountId: world.accountId,
        transactionId: waiting?.transactionId ?? '',
        to: 'completed',
        legs: legsOf(world, 20_000n),
        at: morning(10),
      },
    ]);
    expect((await read(member)).overviewStatistics).toMatchObject({
      totalBalances: 1_200,
      totalBalancesChangePercentage: 20,
      monthlyVolume: 0,
      monthlyVolumeChangePercentage: -100,
    });
  });

  it('lists the ten newest with age and colour', async () => {
    const world = await createTarget(test.owner);
    const member = await createMember(test.owner, { companyId: world.companyId });
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000);
    await postAll(test.owner, [
      ...Array.from({ length: 9 }, (_, index) => moveUgx(world, 100, ago(60 * 24 * (60 + index)))),
      waitUgx(world, 53, ago(60 * 3), 'collection'),
      moveUgx(world, -999_999, ago(5)),
      moveUgx(world, 100, ago(0)),
    ]);
    const { recentActivities: rows } = await read(member);
    expect(rows).toHaveLength(10);
    const status = (name: string, statusColor: string) => ({ status: name, statusColor });
    expect(rows.slice(0, 4)).toMatchObject([
      { description: 'Moved 100', timeAgo: 'just now', ...status('completed', 'green') },
      { description: 'Moved -999999', timeAgo: '5 minutes ago', ...status('failed', 'red') },
      { description: 'Moved 53', timeAgo: '3 hours ago', ...status('pending', 'yellow') },
      { description: 'Moved 100', timeAgo: '2 months ago', ...status('completed', 'green') },
    ]);
    expect(rows[1]).toMatchObject({ type: 'debit', amount: 999_999, id: expect.any(String) });
    expect(new Date(rows[1].date) < new Date(rows[0].date)).toBe(true);
  });

  it('tells the amount of a sale before its fee, the fee and the net', async () => {
    const world = await createTarget(test.owner);
    const member = await createMember(test.owner, { companyId: world.companyId });
    const { fees } = await systemAccountsOf(test.owner, world.companyId);
    const legs = [
      { accountId: world.accountId, amount: 24_625_00n },
      { accountId: fees, amount: 375_00n },
      { accountId: world.settlement, amount: -25_000_00n },
    ];
    await postAll(test.owner, [moveUgx(world, 25_000, new Date(), { kind: 'collection', legs })]);
    const { recentActivities: rows } = await read(member);
    expect(rows[0]).toMatchObject({ amount: 25_000, fee: 375, net: 24_625 });
  });

  it('hides what the reader may not see elsewhere', async () => {
    const world = await createTarget(test.owner);
    await postAll(test.owner, [moveUgx(world, 1_000, morning(1))]);
    const nobody = await createMember(test.owner, {
      companyId: world.companyId,
      role: 'Restricted',
    });
    const { overviewStatistics, recentActivities, companyInformation } = await read(nobody);
    expect(Object.keys(overviewStatistics)).toHaveLength(13);
    expect(new Set(Object.values(overviewStatistics))).toEqual(new Set([null]));
    expect(recentActivities).toEqual([]);
    expect(companyInformation).toMatchObject({ companyId: world.companyId });
    const auditor = await createMember(test.owner, {
      companyId: world.companyId,
      role: await createRoleWith(test.owner, 'canViewAccounts'),
    });
    const ofAuditor = await read(auditor);
    expect(ofAuditor.overviewStatistics).toMatchObject({
      totalBalances: 1_000,
      totalAccounts: 1,
      monthlyVolume: null,
      totalTransactions: null,
    });
    expect(ofAuditor.recentActivities).toEqual([]);
  });

  it('says Pending while all accounts are inactive', async () => {
    const member = await createMember(test.owner);
    await createAccount(test.owner, member.companyId ?? '', { isActive: false });
    expect((await read(member)).companyInformation).toMatchObject({
      status: 'Pending',
      statusColor: 'yellow',
    });
  });

  it('only company users can read it', async () => {
    const staff = await createStaff(test.owner);
    for (const [actor, status] of [
      [staff, 403],
      [null, 401],
    ] as const) {
      const answer = await test.call(actor, 'GET', '/v1/CompanyDashboard/statistics');
      expect(answer.status).toBe(status);
    }
  });
});

function legsOf(world: Target, amount: bigint): Posting['legs'] {
  return [
    { accountId: world.settlement, amount: -amount },
    { accountId: world.accountId, amount },
  ];
}
