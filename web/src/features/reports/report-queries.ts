import { readReport, reportGroups, type Report, type ReportGroup } from '@sente/contract/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { kampalaDay } from '../../lib/kampala.ts';

export const reportRanges = ['30', '7', '90', '365', 'custom'] as const;

/** Everything that a report is about is in the address. */
export const reportState = {
  filters: {
    by: reportGroups,
    range: reportRanges,
    /** Of the range "custom"; the server fills in what is empty. */
    from: { fallback: '' },
    to: { fallback: '' },
    companyId: { fallback: '' },
  },
} as const;

export interface ReportFilters {
  readonly by: ReportGroup;
  readonly range: (typeof reportRanges)[number];
  readonly from: string;
  readonly to: string;
  readonly companyId: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function toQuery({ by, range, from, to, companyId }: ReportFilters) {
  const days =
    range === 'custom'
      ? {
          startDate: day.test(from) ? from : undefined,
          endDate: day.test(to) ? to : undefined,
        }
      : { startDate: kampalaDay(Number(range)), endDate: kampalaDay() };
  return { ...days, by, companyId: companyId || undefined };
}
export type AskedReport = ReturnType<typeof toQuery>;

export const reportQueries = {
  of: (query: AskedReport) =>
    queryOptions({
      queryKey: keys.reports.of(query),
      queryFn: async ({ signal }): Promise<Report> => {
        const { data } = await call(readReport, { query, signal });
        const isWhole =
          isRecord(data) &&
          Array.isArray(data.rows) &&
          Array.isArray(data.reasons) &&
          Array.isArray(data.approvals);
        if (!isWhole) throw invalidFormat(200);
        return data;
      },
      placeholderData: keepPreviousData,
    }),
};
