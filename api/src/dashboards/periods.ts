import { dayMs, kampalaDay, startOfDay } from '../http/kampala-days.ts';

/** A span of days in Uganda, both ends included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

const periodDays = 30;
const trendDays = 90;
export function daysBefore(day: string, days: number): string {
  return kampalaDay(startOfDay(day) - days * dayMs);
}

export function currentPeriod(today: string): DaySpan {
  return { from: daysBefore(today, periodDays - 1), to: today };
}

export function previousPeriod(today: string): DaySpan {
  return { from: daysBefore(today, 2 * periodDays - 1), to: daysBefore(today, periodDays) };
}

/** Every day of the trend, the oldest first. */
export function daysOfTrend(today: string): string[] {
  return Array.from({ length: trendDays }, (_, index) => daysBefore(today, trendDays - 1 - index));
}
