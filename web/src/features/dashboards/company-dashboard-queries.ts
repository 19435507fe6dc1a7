import { readCompanyAnalytics, type CompanyAnalytics } from '@sente/contract/company-analytics';
import { readCompanyStatistics, type CompanyStatistics } from '@sente/contract/company-statistics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { daysOfRange, type DayRange } from '../../lib/day-range.ts';

const everyMinute = 60_000;
const analyticsLists = ['points', 'balances', 'statuses', 'networks', 'accounts'] as const;

export const companyDashboardQueries = {
  /**
   * One call for the dashboard and the bell, refreshed every minute while the tab is visible.
   */
  statistics: () =>
    queryOptions({
      queryKey: keys.dashboards.statistics,
      queryFn: async ({ signal }): Promise<CompanyStatistics> => {
        const { data } = await call(readCompanyStatistics, { signal });
        const isWhole =
          isRecord(data) &&
          isRecord(data['overviewStatistics']) &&
          isRecord(data['companyInformation']) &&
          Array.isArray(data['recentActivities']);
        if (!isWhole) throw invalidFormat(200);
        return data;
      },
      refetchInterval: everyMinute,
    }),
  analytics: (companyId: string, range: DayRange) =>
    queryOptions({
      queryKey: keys.dashboards.analytics(companyId, range),
      queryFn: async ({ signal }): Promise<CompanyAnalytics> => {
        const { data } = await call(readCompanyAnalytics, { query: daysOfRange(range), signal });
        const isWhole =
          isRecord(data) &&
          analyticsLists.every((name) => data[name] === null || Array.isArray(data[name])) &&
          (data.otherAccounts === null || isRecord(data.otherAccounts));
        if (!isWhole) throw invalidFormat(200);
        return data;
      },
      placeholderData: keepPreviousData,
    }),
};
