import { invalidField } from './app-error.ts';

/** Whole days in Africa/Kampala, which is three hours ahead of UTC all year round. */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
  /** The first moment in it, and the first after it. */
  readonly startMs: number;
  readonly endMs: number;
}

export const dayMs = 86_400_000;
const aheadOfUtcMs = 3 * 3_600_000;
const defaultDays = 30;
/** Ids and the database know no year zero, and nobody has anything older. */
const earliestDay = '1970-01-01';

/** Both ends included; until today and thirty days back when the query does not say. */
export function dayRangeOf(
  query: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  nowMs: number = Date.now(),
): DayRange {
  const { startDate, endDate = kampalaDay(nowMs) } = query;
  if (startDate !== undefined && startDate > endDate) {
    throw invalidField('startDate', 'Start date must not be after end date');
  }
  const lastDay = notTooEarly(endDate);
  const firstDay = notTooEarly(startDate ?? kampalaDay(startOfDay(lastDay) - defaultDays * dayMs));
  return { firstDay, lastDay, startMs: startOfDay(firstDay), endMs: startOfDay(lastDay) + dayMs };
}

/** The clock on the wall there, as 2026-01-31 14:05:09. */
export function kampalaTime(at: Date): string {
  return inKampala(at.getTime()).slice(0, 19).replace('T', ' ');
}

/** The calendar day at a moment, as 2026-01-31. */
export function kampalaDay(atMs: number): string {
  return inKampala(atMs).slice(0, 10);
}

function inKampala(atMs: number): string {
  return new Date(atMs + aheadOfUtcMs).toISOString();
}

/** Its first moment, in milliseconds. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - aheadOfUtcMs;
}

function notTooEarly(day: string): string {
  return day < earliestDay ? earliestDay : day;
}
