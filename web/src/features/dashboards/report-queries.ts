import { readReport, type Report } from '@sente/contract/reports';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat } from '../../api/read.ts';
import type { ReportDays } from './report-range.ts';

export const reportQueries = {
  ofDays: (days: ReportDays) =>
    queryOptions({
      queryKey: ['reports', days],
      queryFn: async ({ signal }): Promise<Report> => {
        const { data } = await call(readReport, { query: { ...days }, signal });
        if (!isRecord(data) || !Array.isArray(data.days)) throw invalidFormat(200);
        return data;
      },
    }),
};
