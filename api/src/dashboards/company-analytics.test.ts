import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import type { PermissionName } from '@sente/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLoner, createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createTransaction,
} from '../../test/factories.ts';
import { createProduct } from '../../test/products.ts';
import { createTarget, moveUgx, waitUgx } from '../../test/movements.ts';
import { postAll } from '../ledger/posting.queries.ts';
import { daysBefore } from './periods.ts';

const path = '/v1/CompanyDashboard/analytics';
const today = kampalaDay(Date.now());
const ago = (days: number) => daysBefore(today, days);
/** The first or the last moment of the day that was this many days ago in Kampala. */
const morning = (days: number): Date => new Date(startOfDay(ago(days)));
const night = (days: number): Date => new Date(morning(days - 1).getTime() - 1);

describe("a company's analytics", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  const read = async (member: TestActor, query: Record<string, string> = {}) => {
    const answer = await test.call(member, 'GET', `${path}?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(200);
    return answer.body.data;
  };

  it('an empty company has every day with zeros', async () => {
    const companyId = await createCompany(test.owner);
    const analytics = await read(await createMember(test.owner, { companyId }), {
      startDate: ago(2),
      endDate: today,
    });
    expect(analytics).toEqual({
      startDate: ago(2),
      endDate: today,
      unit: 'day',
      points: [2, 1, 0].map((days) => ({ date: ago(days), credits: 0, debits: 0 })),
      balances: [2, 1, 0].map((days) => ({ date: ago(days), balance: 0 })),
      before: null,
      leftOut: 0,
      statuses: ['completed', 'pending', 'failed'].map((status) => ({
        status,
        transactions: 0,
        amount: 0,
      })),
      networks: [],
      products: [],
      accounts: [],
      otherAccounts: { count: 0, balance: 0 },
    });
  });

  it('sums the movements of each requested day', async () => {
    const [world, stranger] = [await createTarget(test.owner), await createTarget(test.owner)];
    await postAll(test.owner, [
      moveUgx(stranger, 77_777, morning(3)),
      moveUgx(world, 9_000, night(8)),
      moveUgx(world, 1_000, morning(7)),
      moveUgx(world, 500, night(7)),
      moveUgx(world, -300, morning(3)),
      moveUgx(world, -999_999, morning(2)),
      waitUgx(world, -100, morning(1), 'payout'),
    ]);
    const member = await createMember(test.owner, { companyId: world.companyId });
    const { startDate, points, statuses } = await read(member, { startDate: ago(7) });
    expect(startDate).toBe(ago(7));
    expect(points).toHaveLength(8);
    expect(points[0]).toEqual({ date: ago(7), credits: 1_500, debits: 0 });
    expect(points[4]).toEqual({ date: ago(3), credits: 0, debits: 300 });
    expect(statuses).toEqual([
      { status: 'completed', transactions: 3, amount: 1_800 },
      { status: 'pending', transactions: 1, amount: 100 },
      { status: 'failed', transactions: 1, amount: 999_999 },
    ]);
  });

  it('tells what all accounts had at the end of each day, and compares with the days before', async () => {
    const world = await createTarget(test.owner);
    const second = await createAccount(test.owner, world.companyId);
    await postAll(test.owner, [
      moveUgx(world, 9_000, morning(5)),
      moveUgx({ ...world, accountId: second }, 1_000, night(3)),
      moveUgx(world, -300, morning(2)),
      moveUgx(world, 50, morning(0)),
    ]);
    await createPayment(test.owner, world.companyId, {
      accountId: second,
      status: 'FAILED',
      at: morning(5),
      amount: 100n,
    });
    const member = await createMember(test.owner, { companyId: world.companyId });
    const { balances, before } = await read(member, { startDate: ago(3), endDate: ago(1) });
    expect(balances).toEqual([
      { date: ago(3), balance: 10_000 },
      { date: ago(2), balance: 9_700 },
      { date: ago(1), balance: 9_700 },
    ]);
    expect(before).toEqual({
      startDate: ago(6),
      endDate: ago(4),
      credits: 9_000,
      debits: 0,
      succeeded: 0,
      failed: 1,
    });
  });

  it('begins with the first day that has data and groups long ranges by month', async () => {
    const world = await createTarget(test.owner);
    await postAll(test.owner, [moveUgx(world, 700, morning(400)), moveUgx(world, 50, morning(0))]);
    const member = await createMember(test.owner, { companyId: world.companyId });
    const all = await read(member, { startDate: '2020-01-01' });
    expect(all).toMatchObject({ startDate: ago(400), unit: 'month' });
    const months = all.points.map(({ date }: { date: string }) => date);
    expect(months[0]).toBe(`${ago(400).slice(0, 7)}-01`);
    expect(months.at(-1)).toBe(`${today.slice(0, 7)}-01`);
    expect([13, 14, 15]).toContain(months.length);
    expect(all.points[0].credits).toBe(700);
    expect(all.balances[0]).toEqual({ date: months[0], balance: 700 });
    expect(all.balances.at(-1)).toEqual({ date: months.at(-1), balance: 750 });
    expect(all.points.at(-1).credits).toBe(50);
  });

  it('ends today and answers any range at once', async () => {
    const member = await createMember(test.owner);
    const far = await read(member, { startDate: '0001-01-01', endDate: '9999-12-31' });
    expect(far).toMatchObject({ startDate: '1970-01-01', endDate: today, unit: 'month' });
    expect(far.points.length).toBeLessThan(1_000);
    const later = { startDate: '9999-01-01', endDate: '9999-12-31' };
    expect(await read(member, later)).toMatchObject({ startDate: today, endDate: today });
  });

  it('hides what the reader may not see elsewhere', async () => {
    const companyId = await createCompany(test.owner);
    const member = async (...permissions: PermissionName[]) =>
      createMember(test.owner, {
        companyId,
        role: await createRoleWith(test.owner, 'canViewAnalytics', ...permissions),
      });
    const sums = { points: null, leftOut: null, statuses: null, networks: null };
    const ofTransactions = { ...sums, before: null };
    const ofAccounts = { accounts: null, otherAccounts: null, balances: null };
    expect(await read(await member())).toMatchObject({ ...ofTransactions, ...ofAccounts });
    expect(await read(await member('canViewAccounts'))).toMatchObject({
      ...ofTransactions,
      accounts: [],
    });
    expect(await read(await member('canViewTransactions'))).toMatchObject({
      ...ofAccounts,
      networks: [],
    });
  });

  it('counts the requests per network in the requested days', async () => {
    const companyId = await createCompany(test.owner);
    const ask = (network: string, status: string, days: number, amount = 10_000n) =>
      createPayment(test.owner, companyId, { network, status, amount, at: night(days) });
    await ask('MTN', 'SUCCESS', 1);
    await ask('MTN', 'SUCCESS', 2, 2_550n);
    await ask('MTN', 'FAILED', 2);
    await ask('MTN', 'PENDING', 2);
    await ask('AIRTEL', 'FAILED', 3);
    await ask('AIRTEL', 'SUCCESS', 9);
    await createPayment(test.owner, await createCompany(test.owner), { status: 'SUCCESS' });
    const member = await createMember(test.owner, { companyId });
    const { networks } = await read(member, { startDate: ago(8) });
    expect(networks).toEqual([
      { network: 'MTN', requests: 4, succeeded: 2, failed: 1, amount: 125.5 },
      { network: 'AIRTEL', requests: 1, succeeded: 0, failed: 1, amount: 0 },
    ]);
  });

  it('does not count what was reversed among what succeeded', async () => {
    const world = await createTarget(test.owner);
    const staff = await createStaff(test.owner);
    const pay = async () => {
      const { companyId, accountId } = world;
      const transactionId = await createTransaction(test.owner, companyId, accountId, {
        amount: 5_000n,
      });
      const paid = { accountId, amount: 5_000n, status: 'SUCCESS', transactionId };
      await createPayment(test.owner, companyId, paid);
      return transactionId;
    };
    await pay();
    await reverseWithTwo(test, staff, await pay());
    const member = await createMember(test.owner, { companyId: world.companyId });
    const { networks } = await read(member, { startDate: today });
    expect(networks).toEqual([
      { network: 'MTN', requests: 2, succeeded: 1, failed: 0, amount: 50 },
    ]);
  });

  it('counts the sales of each product in the requested days, as the list behind them does', async () => {
    const world = await createTarget(test.owner);
    const { companyId, accountId } = world;
    const [day, week] = [
      await createProduct(test.owner, companyId, { name: 'Day pass', code: 'DAY' }),
      await createProduct(test.owner, companyId, { name: 'Week pass', code: 'WEEK' }),
    ];
    const sell = async (productId: string, amount: bigint, days: number, status = 'SUCCESS') => {
      const id = await createPayment(test.owner, companyId, {
        accountId,
        amount,
        status,
        at: night(days),
      });
      await test.owner.rows('update payments set product_id = $2 where id = $1', [id, productId]);
    };
    await sell(day.id, 100_000n, 1);
    await sell(day.id, 100_000n, 2);
    await sell(day.id, 100_000n, 9);
    await sell(day.id, 100_000n, 1, 'FAILED');
    await sell(week.id, 500_000n, 1);
    const member = await createMember(test.owner, { companyId });
    const days = { startDate: ago(8), endDate: today };
    expect((await read(member, days)).products).toEqual([
      { id: week.id, name: 'Week pass', code: 'WEEK', sales: 1, amount: 5_000 },
      { id: day.id, name: 'Day pass', code: 'DAY', sales: 2, amount: 2_000 },
    ]);
    const query = new URLSearchParams({ ...days, productId: day.id, status: 'SUCCESS' });
    const list = await test.call(member, 'GET', `/Transaction/${companyId}/transactions?${query}`);
    expect(list.body.meta).toMatchObject({ totalCount: 2 });
    const without = await createMember(test.owner, {
      companyId,
      role: await createRoleWith(test.owner, 'canViewAnalytics', 'canViewTransactions'),
    });
    expect((await read(without, days)).products).toBeNull();
  });

  it('names the ten largest accounts and sums the others', async () => {
    const companyId = await createCompany(test.owner);
    for (let index = 1; index <= 12; index++) {
      await createAccount(test.owner, companyId, { balance: BigInt(index) * 10_000n });
    }
    const { accounts, otherAccounts } = await read(await createMember(test.owner, { companyId }));
    expect(accounts.map(({ balance }: { balance: number }) => balance)).toEqual([
      1_200, 1_100, 1_000, 900, 800, 700, 600, 500, 400, 300,
    ]);
    expect(otherAccounts).toEqual({ count: 2, balance: 300 });
  });

  it('names the invalid day', async () => {
    const member = await createMember(test.owner);
    const answer = await test.call(member, 'GET', `${path}?startDate=${today}&endDate=${ago(3)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ startDate: 'Start date must not be after end date' });
  });

  it('only company users with the permission can read it', async () => {
    const viewer = await createMember(test.owner, { role: 'client_user' });
    const others = [viewer, await createStaff(test.owner), await createLoner(test.owner)];
    for (const actor of others) {
      expect((await test.call(actor, 'GET', path)).status).toBe(403);
    }
    expect((await test.call(null, 'GET', path)).status).toBe(401);
  });
});
