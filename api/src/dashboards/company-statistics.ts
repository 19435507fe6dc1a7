import type { CompanyStatistics } from '@sente/contract/dashboards';
import { formatUgx, fromHundredths } from '@sente/contract/money';
import { kampalaDay } from '../http/kampala-days.ts';
import { changePercent } from './change.ts';
import type { ActivityRow, CompanyFactsRow } from './dashboards.queries.ts';
import { during, sumOf, type DayFigure, type Figure } from './figures.ts';
import { currentPeriod, previousPeriod } from './periods.ts';
import { timeAgo } from './time-ago.ts';

export interface CompanyFacts {
  readonly now: Date;
  readonly company: CompanyFactsRow;
  /** Of all time. */
  readonly totals: readonly Figure[];
  /** Of at least both periods. */
  readonly days: readonly DayFigure[];
  readonly newest: readonly ActivityRow[];
}

export function companyStatistics(facts: CompanyFacts): CompanyStatistics {
  return {
    overviewStatistics: overviewOf(facts),
    recentActivities: facts.newest.map((row) => toActivity(row, facts.now)),
    companyInformation: informationOf(facts.company),
  };
}

function overviewOf({
  now,
  company,
  totals,
  days,
}: CompanyFacts): CompanyStatistics['overviewStatistics'] {
  const today = kampalaDay(now.getTime());
  const inPeriod = during(days, currentPeriod(today));
  const before = during(days, previousPeriod(today));
  const balance = sumOf(totals).moved;
  const volume = sumOf(inPeriod, { status: 'completed' }).amount;
  const volumeBefore = sumOf(before, { status: 'completed' }).amount;
  return {
    totalBalances: fromHundredths(balance),
    totalBalancesFormatted: formatUgx(fromHundredths(balance)),
    // What moved since is the difference to what there was then.
    totalBalancesChangePercentage: changePercent(balance, balance - sumOf(inPeriod).moved),
    totalAccounts: company.accounts,
    totalAccountsChangePercentage: changePercent(
      BigInt(company.accounts),
      BigInt(company.accounts_before),
    ),
    monthlyVolume: fromHundredths(volume),
    monthlyVolumeFormatted: formatUgx(fromHundredths(volume)),
    monthlyVolumeChangePercentage: changePercent(volume, volumeBefore),
    totalTransactions: Number(sumOf(totals).count),
    transactionsChangePercentage: changePercent(sumOf(inPeriod).count, sumOf(before).count),
  };
}

const statusColors = { completed: 'green', pending: 'yellow', failed: 'red' } as const;

function toActivity(row: ActivityRow, now: Date): CompanyStatistics['recentActivities'][number] {
  return {
    description: row.description,
    timeAgo: timeAgo(row.created_at, now),
    status: row.status,
    statusColor: statusColors[row.status],
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
