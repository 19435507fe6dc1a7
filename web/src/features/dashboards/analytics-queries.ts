import { readCompanyAnalytics, type CompanyAnalytics } from '@sente/contract/company-analytics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat } from '../../api/read.ts';
import { daysOfRange, type DayRange } from '../../lib/day-range.ts';
import { companyDashboardQueries } from './company-dashboard-queries.ts';

const lists = ['points', 'statuses', 'networks', 'accounts'] as const;

export const analyticsQueries = {
  ofCompany: (companyId: string, range: DayRange) =>
    queryOptions({
      queryKey: [...companyDashboardQueries.all, 'analytics', companyId, range],
      queryFn: async ({ signal }): Promise<CompanyAnalytics> => {
        const { data } = await call(readCompanyAnalytics, { query: daysOfRange(range), signal });
        const isWhole =
          isRecord(data) &&
          lists.every((name) => data[name] === null || Array.isArray(data[name])) &&
          (data.otherAccounts === null || isRecord(data.otherAccounts));
        if (!isWhole) throw invalidFormat(200);
        return data;
      },
      placeholderData: keepPreviousData,
    }),
};
