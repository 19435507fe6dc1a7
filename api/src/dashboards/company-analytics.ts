import { maxNamedAccounts, type CompanyAnalytics } from '@sente/contract/company-analytics';
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
  sumOfAccounts,
  type AccountBalanceRow,
  type AccountsSum,
} from './analytics.queries.ts';
import { companyDays } from './dashboards.queries.ts';
import { sumOf, type DayFigure } from './figures.ts';
import { daysOf, firstOfMonth, lengthOf, monthsOf, untilToday, type DaySpan } from './periods.ts';
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
  return {
    startDate: span.from,
    endDate: span.to,
    unit,
    points: visible.transactions ? pointsOf(figures, span, unit) : null,
    leftOut: visible.transactions ? Number(sumOf(figures, { status: 'completed' }).leftOut) : null,
    statuses: visible.transactions ? statusesOf(figures) : null,
    networks: networks?.map((row) => ({ ...row, amount: toUgx(row.amount) })) ?? null,
    ...(visible.accounts
      ? accountsOf(
          await largestAccounts(db, companyId, maxNamedAccounts),
          await sumOfAccounts(db, companyId),
        )
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
