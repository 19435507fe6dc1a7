import { readAdminStatistics, type AdminStatistics } from '@sente/contract/admin-statistics';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';

export const periods = ['7days', '30days', '90days'] as const;
export type Period = (typeof periods)[number];

/** "7days" begin seven days before today and end today, as in the lists. */
const daysOfPeriod: Record<Period, number> = { '7days': 8, '30days': 31, '90days': 91 };

export type TrendDay = AdminStatistics['transactionTrends'][number];

type Overview = AdminStatistics['overview'];
type ShownOverview = { [Name in keyof Overview]: Overview[Name] | string };

/** The data for the screen: complete, and an amount may be a formatted text. */
export type ShownStatistics = Omit<AdminStatistics, 'overview'> & { overview: ShownOverview };

export const dashboardQueries = {
  statistics: () =>
    queryOptions({
      queryKey: keys.dashboards.admin,
      queryFn: async ({ signal }): Promise<ShownStatistics> => {
        const { data } = await call(readAdminStatistics, { signal });
        // An answer without data is a platform without activity.
        const answer: unknown = data ?? {};
        if (!isRecord(answer)) throw invalidFormat(200);
        return completeStatistics(answer);
      },
    }),
};

const noOverview: Overview = {
  totalCompanies: 0,
  totalBalance: 0,
  totalCredits: 0,
  totalDebits: 0,
  totalCompaniesChange: '0%',
  totalBalanceChange: '0%',
  totalCreditsChange: '0%',
  totalDebitsChange: '0%',
};
const noHours = { date: '', hours: [] };
const noSummary = { totalTransactions: 0, totalAmount: 0, leftOut: 0 };

/** Without data there are seven days of zeros, so that the charts keep their shape. */
export const placeholderDays: readonly TrendDay[] = Array.from({ length: 7 }, (_, index) => ({
  date: `2024-01-0${index + 1}`,
  credits: 0,
  debits: 0,
}));

/** Fills in missing fields. */
export function completeStatistics(
  answer: Partial<AdminStatistics> | null | undefined,
): ShownStatistics {
  return {
    overview: { ...noOverview, ...answer?.overview },
    today: answer?.today ?? noHours,
    weekBefore: answer?.weekBefore ?? noHours,
    transactionTrends: filled(answer?.transactionTrends) ?? [...placeholderDays],
    recentTransactions: answer?.recentTransactions ?? [],
    topCompaniesByCredits: answer?.topCompaniesByCredits ?? [],
    topCompaniesByDebits: answer?.topCompaniesByDebits ?? [],
    creditSummary: answer?.creditSummary ?? noSummary,
    debitSummary: answer?.debitSummary ?? noSummary,
    pendingApprovals: answer?.pendingApprovals ?? 0,
    activeUsers: answer?.activeUsers ?? 0,
    lastLoginAt: answer?.lastLoginAt ?? null,
    payoutsPerDay: answer?.payoutsPerDay ?? [],
    failedTransactions: answer?.failedTransactions ?? 0,
  };
}

function filled<Item>(list: Item[] | undefined): Item[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** The last days of the trend, or all if there are fewer. */
export function daysIn(trend: readonly TrendDay[], period: Period): readonly TrendDay[] {
  return trend.slice(-daysOfPeriod[period]);
}

/** The rule of the headline cards: only a plus sign is up, so that "0%" is down. */
export function trendOf(change: string): 'up' | 'down' {
  return change.startsWith('+') ? 'up' : 'down';
}
