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
