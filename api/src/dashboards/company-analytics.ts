import {
  maxNamedAccounts,
  maxSoldProducts,
  type CompanyAnalytics,
} from '@sente/contract/company-analytics';
import { type dashboards } from '@sente/contract/dashboards';
import type { QueryOf } from '@sente/contract/endpoint';
import { kampalaDay } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import { transactionStatuses } from '@sente/contract/transaction-kinds';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { dayRangeOf } from '../http/day-range.ts';
import {
  largestAccounts,
  networksOfCompany,
  productsOfCompany,
  sumOfAccounts,
  type AccountBalanceRow,
  type AccountsSum,
} from './analytics.queries.ts';
import { companyDays, movedAfter } from './dashboards.queries.ts';
import { sumOf, type DayFigure } from './figures.ts';
import {
  daysBefore,
  daysOf,
  firstOfMonth,
  lengthOf,
  monthsOf,
  untilToday,
  type DaySpan,
} from './periods.ts';
import { visibilityOf } from './visibility.ts';

export type AnalyticsQuery = QueryOf<typeof dashboards.analytics>;

/** More points would make the chart unreadable. */
const maxDaysByDay = 92;

export async function readAnalytics(
  db: Db,
  actor: Actor,
  query: AnalyticsQuery,
): Promise<CompanyAnalytics> {
  const companyId = actor.companyId ?? '';
  const visible = visibilityOf(actor);
  const now = databaseNow();
  const asked = untilToday(dayRangeOf(query, now), kampalaDay(now));
  const figures = await companyDays(db, companyId, asked);
  const span = { ...asked, from: firstDayOf(figures) ?? asked.from };
  const unit = lengthOf(span) > maxDaysByDay ? 'month' : 'day';
  const networks = visible.transactions ? await networksOfCompany(db, companyId, asked) : null;
  const products =
    visible.transactions && visible.products
      ? await productsOfCompany(db, companyId, asked, maxSoldProducts)
      : null;
  const all = visible.accounts ? await sumOfAccounts(db, companyId) : null;
  const movedLater = all ? await movedAfter(db, companyId, asked.to) : 0n;
  return {
    startDate: span.from,
    endDate: span.to,
    unit,
    points: visible.transactions ? pointsOf(figures, span, unit) : null,
    balances: all && balancesOf(figures, BigInt(all.balance) - movedLater, span, unit),
    before: visible.transactions ? await readBefore(db, companyId, asked) : null,
    leftOut: visible.transactions ? Number(sumOf(figures, { status: 'completed' }).leftOut) : null,
    statuses: visible.transactions ? statusesOf(figures) : null,
    networks: networks?.map((row) => ({ ...row, amount: toUgx(row.amount) })) ?? null,
    products: products?.map((row) => ({ ...row, amount: toUgx(row.amount) })) ?? null,
    ...(all
      ? accountsOf(await largestAccounts(db, companyId, maxNamedAccounts), all)
      : { accounts: null, otherAccounts: null }),
  };
}

function statusesOf(figures: readonly DayFigure[]): CompanyAnalytics['statuses'] {
  return transactionStatuses.map((status) => {
    const { count, amount, leftOut } = sumOf(figures, { status });
    return { status, transactions: Number(count - leftOut), amount: fromHundredths(amount) };
  });
}

/** The chart begins with the company's first data. */
function firstDayOf(figures: readonly DayFigure[]): string | undefined {
  return figures.reduce<string | undefined>(
    (first, { day }) => (first === undefined || day < first ? day : first),
    undefined,
  );
}

function pointsOf(
  figures: readonly DayFigure[],
  span: DaySpan,
  unit: CompanyAnalytics['unit'],
): CompanyAnalytics['points'] {
  const startOf = unit === 'month' ? firstOfMonth : (day: string) => day;
  const dates = unit === 'month' ? monthsOf(span) : daysOf(span);
  const sums = new Map(dates.map((date) => [date, { credit: 0n, debit: 0n }]));
  for (const { day, type, status, amount } of figures) {
    const sum = sums.get(startOf(day));
    if (sum && status === 'completed') sum[type] += amount;
  }
  return Array.from(sums, ([date, { credit, debit }]) => ({
    date,
    credits: fromHundredths(credit),
    debits: fromHundredths(debit),
  }));
}

/** Backwards from the balance at the end of the span. */
function balancesOf(
  figures: readonly DayFigure[],
  closing: bigint,
  span: DaySpan,
  unit: CompanyAnalytics['unit'],
): CompanyAnalytics['balances'] {
  const startOf = unit === 'month' ? firstOfMonth : (day: string) => day;
  const moved = new Map<string, bigint>();
  for (const figure of figures) {
    const date = startOf(figure.day);
    moved.set(date, (moved.get(date) ?? 0n) + figure.moved);
  }
  let balance = closing;
  const points: { date: string; balance: number }[] = [];
  for (const date of (unit === 'month' ? monthsOf(span) : daysOf(span)).toReversed()) {
    points.push({ date, balance: fromHundredths(balance) });
    balance -= moved.get(date) ?? 0n;
  }
  return points.toReversed();
}

async function readBefore(
  db: Db,
  companyId: string,
  asked: DaySpan,
): Promise<CompanyAnalytics['before']> {
  const to = daysBefore(asked.from, 1);
  const span = { from: daysBefore(to, lengthOf(asked) - 1), to };
  const figures = await companyDays(db, companyId, span);
  const networks = await networksOfCompany(db, companyId, span);
  if (figures.length === 0 && networks.length === 0) return null;
  const amountOf = (type: DayFigure['type']) =>
    fromHundredths(sumOf(figures, { type, status: 'completed' }).amount);
  return {
    startDate: span.from,
    endDate: span.to,
    credits: amountOf('credit'),
    debits: amountOf('debit'),
    succeeded: networks.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: networks.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function accountsOf(
  largest: readonly AccountBalanceRow[],
  all: AccountsSum,
): Pick<CompanyAnalytics, 'accounts' | 'otherAccounts'> {
  const named = largest.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  return {
    accounts: largest.map(({ id, name, number, balance }) => ({
      id,
      accountName: name,
      accountNumber: number,
      balance: toUgx(balance),
    })),
    otherAccounts: {
      count: all.count - largest.length,
      balance: fromHundredths(BigInt(all.balance) - named),
    },
  };
}
