import type { AdminStatistics, HourFigures } from '@sente/contract/admin-statistics';
import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { changeText } from './change.ts';
import type { HourRow, NetworkSum, PlatformCounts, TopCompanyRow } from './dashboards.queries.ts';
import { during, summaryOf, sumOf, type DayFigure, type Figure } from './figures.ts';
import { currentPeriod, daysBefore, daysOfTrend, previousPeriod, type DaySpan } from './periods.ts';
import type { SystemTransactionRow } from './system-transactions.queries.ts';
import { toSystemTransaction } from './system-transactions.ts';

export interface AdminFacts {
  readonly now: Date;
  readonly today: string;
  /** Of today, and of the same weekday of the week before. */
  readonly hours: readonly HourRow[];
  /** Over the days of `payoutDays`. */
  readonly payouts: readonly NetworkSum[];
  /** Of all time. */
  readonly totals: readonly Figure[];
  /** For at least the days of the trend. */
  readonly days: readonly DayFigure[];
  readonly counts: PlatformCounts;
  readonly newest: readonly SystemTransactionRow[];
  readonly topByCredits: readonly TopCompanyRow[];
  readonly topByDebits: readonly TopCompanyRow[];
}

const daysOfWeek = 7;

/** Today, and the same weekday of the week before, as moments. */
export function comparedDays(today: string) {
  return [today, daysBefore(today, daysOfWeek)].map((day) => ({
    from: new Date(startOfDay(day)),
    to: new Date(startOfDay(day) + dayMs),
  }));
}

/** The last seven whole days. */
export function payoutDays(today: string): DaySpan {
  return { from: daysBefore(today, daysOfWeek), to: daysBefore(today, 1) };
}

export function adminStatistics(facts: AdminFacts): AdminStatistics {
  const { totals, counts } = facts;
  const inPeriod = during(facts.days, currentPeriod(facts.today));
  return {
    overview: overviewOf(facts, inPeriod),
    ...hoursOf(facts),
    transactionTrends: trendsOf(facts),
    recentTransactions: facts.newest.map(toSystemTransaction),
    topCompaniesByCredits: facts.topByCredits.map(toTopCompany),
    topCompaniesByDebits: facts.topByDebits.map(toTopCompany),
    creditSummary: summaryOf(totals, 'credit'),
    debitSummary: summaryOf(totals, 'debit'),
    pendingApprovals: counts.pendingApprovals,
    activeUsers: counts.activeUsers,
    lastLoginAt: counts.lastLoginAt?.toISOString() ?? null,
    failedTransactions: Number(sumOf(inPeriod, { status: 'failed' }).count),
    payoutsPerDay: facts.payouts.map(({ network, amount }) => ({
      network,
      amount: Math.round(toUgx(amount) / daysOfWeek),
    })),
  };
}

function overviewOf(
  { today, totals, days, counts }: AdminFacts,
  inPeriod: readonly DayFigure[],
): AdminStatistics['overview'] {
  const before = during(days, previousPeriod(today));
  const balance = sumOf(totals).moved;
  const completed = (type: Figure['type']) => {
    const wanted = { type, status: 'completed' } as const;
    return {
      total: fromHundredths(sumOf(totals, wanted).amount),
      change: changeText(sumOf(inPeriod, wanted).amount, sumOf(before, wanted).amount),
    };
  };
  const credits = completed('credit');
  const debits = completed('debit');
  return {
    totalCompanies: counts.companies,
    totalBalance: fromHundredths(balance),
    totalCredits: credits.total,
    totalDebits: debits.total,
    totalCompaniesChange: changeText(BigInt(counts.companies), BigInt(counts.companiesBefore)),
    // The balance then is the balance now minus what moved since.
    totalBalanceChange: changeText(balance, balance - sumOf(inPeriod).moved),
    totalCreditsChange: credits.change,
    totalDebitsChange: debits.change,
  };
}

const hourMs = dayMs / 24;

function hoursOf({ now, today, hours }: AdminFacts): Pick<AdminStatistics, 'today' | 'weekBefore'> {
  const figures = new Map<number, HourFigures>();
  for (const { hour, type, status, count, amount } of hours) {
    const at = hour.getTime();
    const sum = figures.get(at) ?? { credits: 0, debits: 0, transactions: 0, failed: 0 };
    if (status === 'failed') sum.failed += Number(count);
    if (status === 'completed') {
      sum[type === 'credit' ? 'credits' : 'debits'] += toUgx(amount);
      sum.transactions += Number(count);
    }
    figures.set(at, sum);
  }
  const of = (day: string, until: number) => {
    const start = startOfDay(day);
    const length = Math.min(24, Math.floor((until - start) / hourMs) + 1);
    const nothing = { credits: 0, debits: 0, transactions: 0, failed: 0 };
    return {
      date: day,
      hours: Array.from({ length }, (_, index) => figures.get(start + index * hourMs) ?? nothing),
    };
  };
  const before = kampalaDay(startOfDay(today) - daysOfWeek * dayMs);
  return { today: of(today, now.getTime()), weekBefore: of(before, now.getTime()) };
}

/** Every day, including days without transactions; empty before the first transaction. */
function trendsOf({ today, totals, days }: AdminFacts): AdminStatistics['transactionTrends'] {
  if (sumOf(totals).count === 0n) return [];
  const amounts = new Map(
    days
      .filter(({ status }) => status === 'completed')
      .map(({ day, type, amount }) => [`${day} ${type}`, amount]),
  );
  const amountOf = (day: string, type: Figure['type']): number =>
    fromHundredths(amounts.get(`${day} ${type}`) ?? 0n);
  return daysOfTrend(today).map((date) => ({
    date,
    credits: amountOf(date, 'credit'),
    debits: amountOf(date, 'debit'),
  }));
}

function toTopCompany(row: TopCompanyRow): AdminStatistics['topCompaniesByCredits'][number] {
  return {
    id: row.id,
    name: row.name,
    transactions: Number(row.count),
    amount: toUgx(row.amount),
  };
}
