import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { daysBefore } from './periods.ts';

const today = kampalaDay(Date.now());
const dayOf = (days: number): string => daysBefore(today, days);
/** The first or the last moment of the day that was this many days ago in Kampala. */
const morning = (days: number): Date => new Date(startOfDay(dayOf(days)));
const night = (days: number): Date => new Date(morning(days - 1).getTime() - 1);

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId);
  const post = (amount: bigint, at: Date, isPending = false) =>
    createTransaction(test.owner, companyId, accountId, { amount, at, isPending });
  await post(1_000_00n, night(4));
  await post(200_50n, morning(3));
  await post(-50_00n, night(3));
  await post(300_00n, night(1));
  await post(-10_00n, morning(0));
  // Failed and pending transactions did not move money.
  await post(-999_999_00n, morning(2));
  await post(77_00n, morning(2), true);
});

const read = (query: string) => test.call(staff, 'GET', `/AdminDashboard/report${query}`);

it('lists every day of the range, both ends included, and sums them', async () => {
  const answer = await read(`?startDate=${dayOf(3)}&endDate=${dayOf(1)}`);
  expect(answer.status).toBe(200);
  const nothing = { creditTransactions: 0, credits: 0, debitTransactions: 0, debits: 0 };
  expect(answer.body.data).toEqual({
    startDate: dayOf(3),
    endDate: dayOf(1),
    creditSummary: { totalTransactions: 2, totalAmount: 500.5, leftOut: 0 },
    debitSummary: { totalTransactions: 1, totalAmount: 50, leftOut: 0 },
    days: [
      {
        date: dayOf(3),
        creditTransactions: 1,
        credits: 200.5,
        debitTransactions: 1,
        debits: 50,
      },
      { date: dayOf(2), ...nothing },
      { date: dayOf(1), ...nothing, creditTransactions: 1, credits: 300 },
    ],
  });
});

it('covers the last thirty days by default', async () => {
  const { data } = (await read('')).body;
  expect(data).toMatchObject({ startDate: dayOf(29), endDate: today });
  expect(data.days).toHaveLength(30);
  expect(data.creditSummary).toEqual({ totalTransactions: 3, totalAmount: 1_500.5, leftOut: 0 });
  const until = (await read(`?endDate=${dayOf(10)}`)).body.data;
  expect(until).toMatchObject({ startDate: dayOf(39), endDate: dayOf(10) });
});

it('ends today when the range reaches into the future', async () => {
  const { data } = (await read(`?startDate=${dayOf(1)}&endDate=${dayOf(-20)}`)).body;
  expect(data).toMatchObject({ startDate: dayOf(1), endDate: today });
  expect(data.days).toHaveLength(2);
  const ahead = (await read(`?startDate=${dayOf(-5)}&endDate=${dayOf(-20)}`)).body.data;
  expect(ahead).toMatchObject({ startDate: today, endDate: today });
});

it('answers a leap year and not a day more', async () => {
  const whole = await read(`?startDate=${dayOf(365)}&endDate=${today}`);
  expect(whole.body.data.days).toHaveLength(366);
  const more = await read(`?startDate=${dayOf(366)}&endDate=${today}`);
  expect(more.status).toBe(400);
  expect(more.body).toMatchObject({
    errors: ['A report covers at most 366 days'],
    fields: { startDate: 'A report covers at most 366 days' },
  });
});

it.each([
  [`?startDate=${dayOf(1)}&endDate=${dayOf(2)}`, 'Start date must not be after end date'],
  ['?startDate=2026-02-30', 'Must be a date like 2026-01-31'],
])('refuses %s and names the field', async (query, message) => {
  const answer = await read(query);
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toEqual({ startDate: message });
});
