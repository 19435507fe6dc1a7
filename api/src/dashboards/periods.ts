import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { type DayRange } from '../http/day-range.ts';

/** A span of days in Kampala, both ends included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** "The last 30 days" begin on the day 30 days before today, as in the lists. */
const periodDays = 30;
const trendDays = 90;

export function daysBefore(day: string, days: number): string {
  return kampalaDay(startOfDay(day) - days * dayMs);
}

export function currentPeriod(today: string): DaySpan {
  return { from: daysBefore(today, periodDays), to: today };
}

/** As many days before them. */
export function previousPeriod(today: string): DaySpan {
  const to = daysBefore(today, periodDays + 1);
  return { from: daysBefore(to, periodDays), to };
}

/** Every day of the trend, the oldest first. */
export function daysOfTrend(today: string): string[] {
  return daysOf({ from: daysBefore(today, trendDays), to: today });
}

/** Number of days, both ends included. */
export function lengthOf({ from, to }: DaySpan): number {
  return (startOfDay(to) - startOfDay(from)) / dayMs + 1;
}

/** Not after today. */
export function untilToday({ firstDay, lastDay }: DayRange, today: string): DaySpan {
  const to = lastDay < today ? lastDay : today;
  return { from: firstDay < to ? firstDay : to, to };
}

/** The first day of each of its months, the oldest first. */
export function monthsOf({ from, to }: DaySpan): string[] {
  const months: string[] = [];
  for (let month = firstOfMonth(from); month <= to; month = firstOfMonth(daysBefore(month, -31))) {
    months.push(month);
  }
  return months;
}

/** The Monday of its week. */
export function firstOfWeek(day: string): string {
  return daysBefore(day, (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7);
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Each of its days, the oldest first. */
export function daysOf(span: DaySpan): string[] {
  const count = lengthOf(span);
  return Array.from({ length: count }, (_, index) => daysBefore(span.to, count - 1 - index));
}
