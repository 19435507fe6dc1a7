import { kampalaDay } from './kampala.ts';

/** The ranges of charts and reports. The first one is the default. */
export const dayRanges = ['30', '7', '90', 'all'] as const;
export type DayRange = (typeof dayRanges)[number];

const firstDayOfAll = '2020-01-01';

/** Whole days in Kampala until today, both ends included. */
export function daysOfRange(
  range: DayRange,
  nowMs: number = Date.now(),
): { startDate: string; endDate: string } {
  const startDate = range === 'all' ? firstDayOfAll : kampalaDay(Number(range), nowMs);
  return { startDate, endDate: kampalaDay(0, nowMs) };
}

/** From short to long. */
export const dayRangeOptions: readonly { value: DayRange; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All since 2020' },
];
