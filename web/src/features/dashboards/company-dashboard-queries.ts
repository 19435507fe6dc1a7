import { readCompanyStatistics, type CompanyStatistics } from '@sente/contract/company-statistics';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat } from '../../api/read.ts';

const everyMinute = 60_000;

export const companyDashboardQueries = {
  /** The figures and the charts. */
  all: ['company-dashboard'] as const,
  /**
   * One call for the dashboard and the bell. Asked again each minute while the tab is looked at, and
   * not while it is not.
   */
  statistics: () =>
    queryOptions({
      queryKey: [...companyDashboardQueries.all, 'statistics'],
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
};
