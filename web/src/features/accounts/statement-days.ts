import { kampalaDay } from '../../lib/kampala.ts';

/** Calendar days in Kampala, both ends included. */
export interface StatementDays {
  readonly startDate: string;
  readonly endDate: string;
}

export const statementRanges = [
  'Last 7 days',
  'Last 30 days',
  'Last 90 days',
  'This year',
] as const;
export type StatementRange = (typeof statementRanges)[number];

const daysBack = { 'Last 7 days': 6, 'Last 30 days': 29, 'Last 90 days': 89 };

/** Until today, which counts as one of the days. */
export function daysOf(range: StatementRange, nowMs: number = Date.now()): StatementDays {
  const endDate = kampalaDay(0, nowMs);
  const startDate =
    range === 'This year' ? `${endDate.slice(0, 4)}-01-01` : kampalaDay(daysBack[range], nowMs);
  return { startDate, endDate };
}

/** What is wrong with the days, by field. */
export function wrongDays({ startDate, endDate }: StatementDays): Partial<StatementDays> {
  return {
    ...(startDate === '' ? { startDate: 'Start date is required' } : {}),
    ...(endDate === '' ? { endDate: 'End date is required' } : {}),
    ...(startDate !== '' && endDate !== '' && startDate > endDate
      ? { startDate: 'Start date must not be after end date' }
      : {}),
  };
}
