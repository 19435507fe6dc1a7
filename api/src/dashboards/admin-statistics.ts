import type { AdminStatistics } from '@sente/contract/admin-statistics';
import { fromHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { changeText } from './change.ts';
import type { PlatformCounts, TopCompanyRow } from './dashboards.queries.ts';
import { during, summaryOf, sumOf, type DayFigure, type Figure } from './figures.ts';
import { currentPeriod, daysOfTrend, previousPeriod } from './periods.ts';
import type { SystemTransactionRow } from './system-transactions.queries.ts';
import { toSystemTransaction } from './system-transactions.ts';

export interface AdminFacts {
  readonly today: string;
  /** Of all time. */
  readonly totals: readonly Figure[];
  /** For at least the days of the trend. */
  readonly days: readonly DayFigure[];
  readonly counts: PlatformCounts;
  readonly newest: readonly SystemTransactionRow[];
  readonly topByCredits: readonly TopCompanyRow[];
  readonly topByDebits: readonly TopCompanyRow[];
}

export function adminStatistics(facts: AdminFacts): AdminStatistics {
  const { totals, counts } = facts;
  const inPeriod = during(facts.days, currentPeriod(facts.today));
  return {
    overview: overviewOf(facts, inPeriod),
    transactionTrends: trendsOf(facts),
    recentTransactions: facts.newest.map(toSystemTransaction),
    topCompaniesByCredits: facts.topByCredits.map(toTopCompany),
    topCompaniesByDebits: facts.topByDebits.map(toTopCompany),
    creditSummary: summaryOf(totals, 'credit'),
    debitSummary: summaryOf(totals, 'debit'),
    pendingApprovals: counts.pendingApprovals,
    activeUsers: counts.activeUsers,
    failedTransactions: Number(sumOf(inPeriod, { status: 'failed' }).count),
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
    name: row.name,
    transactions: Number(row.count),
    amount: toUgx(row.amount),
  };
}
