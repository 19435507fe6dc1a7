import { readReport, type Report } from '@sente/contract/reports';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { kampalaDay } from '../../lib/kampala.ts';

export const ranges = ['7days', '30days', '90days', 'custom'] as const;
export type Range = (typeof ranges)[number];

/** Days in Africa/Kampala, both included. */
export interface ReportDays {
  readonly startDate: string;
  readonly endDate: string;
}

const daysOfRange = { '7days': 7, '30days': 30, '90days': 90 };

/** The last days, today included. */
export function daysOf(range: Exclude<Range, 'custom'>): ReportDays {
  return { startDate: kampalaDay(daysOfRange[range] - 1), endDate: kampalaDay() };
}

export const reportQueries = {
  ofDays: (days: ReportDays) =>
    queryOptions({
      queryKey: keys.reports.ofDays(days),
      queryFn: async ({ signal }): Promise<Report> => {
        const { data } = await call(readReport, { query: { ...days }, signal });
        if (!isRecord(data) || !Array.isArray(data.days)) throw invalidFormat(200);
        return data;
      },
    }),
};
