import type { CompanyFlow, CompanyStatistics } from '@sente/contract/company-statistics';
import { kampalaDay } from '@sente/contract/kampala';
import { formatUgx, fromHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { changePercent } from './change.ts';
import type { ActivityRow, CompanyFactsRow, LowStockRow } from './dashboards.queries.ts';
import { during, sumOf, summaryOf, type DayFigure, type Figure } from './figures.ts';
import { currentPeriod, daysOf, firstOfWeek, previousPeriod } from './periods.ts';
import { timeAgo } from './time-ago.ts';
import type { Visibility } from './visibility.ts';

export interface CompanyFacts {
  readonly now: Date;
  readonly visible: Visibility;
  readonly company: CompanyFactsRow;
  /** Of all time. */
  readonly totals: readonly Figure[];
  /** Of at least both periods. */
  readonly days: readonly DayFigure[];
  readonly newest: readonly ActivityRow[];
  /** Null without the permission. */
  readonly lowStock: readonly LowStockRow[] | null;
  readonly approvalsForReader: number;
}

export function companyStatistics(facts: CompanyFacts): CompanyStatistics {
  const { accounts, transactions } = facts.visible;
  return {
    overviewStatistics: {
      ...withheldUnless(accounts, ofAccounts(facts)),
      ...withheldUnless(transactions, ofTransactions(facts)),
    },
    recentActivities: transactions ? facts.newest.map((row) => toActivity(row, facts.now)) : [],
    ...withheldUnless(transactions, flowsOf(facts)),
    lowStock: facts.lowStock && [...facts.lowStock],
    approvalsForReader: facts.approvalsForReader,
    companyInformation: informationOf(facts.company),
  };
}

function withheldUnless<Figures extends object>(
  isAllowed: boolean,
  figures: Figures,
): { [Name in keyof Figures]: Figures[Name] | null } {
  if (isAllowed) return figures;
  const names = Object.keys(figures) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, null])) as Record<keyof Figures, null>;
}

function ofAccounts({ now, company, totals, days }: CompanyFacts) {
  const inPeriod = during(days, currentPeriod(kampalaDay(now.getTime())));
  const balance = sumOf(totals).moved;
  return {
    totalBalances: fromHundredths(balance),
    totalBalancesFormatted: formatUgx(fromHundredths(balance)),
    // The balance then is the balance now minus what moved since.
    totalBalancesChangePercentage: changePercent(balance, balance - sumOf(inPeriod).moved),
    totalAccounts: company.accounts,
    totalAccountsBefore: company.accounts_before,
    totalAccountsChangePercentage: changePercent(
      BigInt(company.accounts),
      BigInt(company.accounts_before),
    ),
  };
}

function ofTransactions({ now, totals, days }: CompanyFacts) {
  const today = kampalaDay(now.getTime());
  const inPeriod = during(days, currentPeriod(today));
  const before = during(days, previousPeriod(today));
  const lately = sumOf(inPeriod).count;
  const earlier = sumOf(before).count;
  const volume = sumOf(inPeriod, { status: 'completed' }).amount;
  const volumeBefore = sumOf(before, { status: 'completed' }).amount;
  return {
    monthlyVolume: fromHundredths(volume),
    monthlyVolumeFormatted: formatUgx(fromHundredths(volume)),
    monthlyVolumeChangePercentage: changePercent(volume, volumeBefore),
    totalTransactions: Number(sumOf(totals).count),
    transactionsChangePercentage: changePercent(lately, earlier),
    transactionsLately: Number(lately),
    transactionsBefore: Number(earlier),
  };
}

function flowsOf({ now, totals, days }: CompanyFacts) {
  const today = kampalaDay(now.getTime());
  const pendingOf = (type: 'credit' | 'debit') =>
    fromHundredths(sumOf(totals, { type, status: 'pending' }).amount);
  return {
    today: flowOf(during(days, { from: today, to: today })),
    week: flowOf(during(days, { from: firstOfWeek(today), to: today })),
    trend: daysOf(currentPeriod(today)).map((date) => {
      const { credits, debits } = flowOf(during(days, { from: date, to: date }));
      return { date, credits, debits };
    }),
    pending: {
      transactions: Number(sumOf(totals, { status: 'pending' }).count),
      credits: pendingOf('credit'),
      debits: pendingOf('debit'),
    },
  };
}

function flowOf(figures: readonly DayFigure[]): CompanyFlow {
  const [credit, debit] = [summaryOf(figures, 'credit'), summaryOf(figures, 'debit')];
  return {
    creditTransactions: credit.totalTransactions,
    credits: credit.totalAmount,
    debitTransactions: debit.totalTransactions,
    debits: debit.totalAmount,
  };
}

const statusColors = { completed: 'green', pending: 'yellow', failed: 'red' } as const;

function toActivity(row: ActivityRow, now: Date): CompanyStatistics['recentActivities'][number] {
  return {
    id: row.id,
    description: row.description,
    timeAgo: timeAgo(row.created_at, now),
    status: row.status,
    statusColor: statusColors[row.status],
    type: row.type,
    kind: row.kind,
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    net: row.net === null ? null : toUgx(row.net),
    date: row.created_at.toISOString(),
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
    check: row.check,
    network: row.network,
  };
}

function informationOf(company: CompanyFactsRow): CompanyStatistics['companyInformation'] {
  const isActive = company.active_accounts > 0;
  return {
    companyName: company.name,
    companyId: company.id,
    status: isActive ? 'Active' : 'Pending',
    statusColor: isActive ? 'green' : 'yellow',
    address: company.address,
    phone: company.phone,
    email: company.email,
  };
}
