import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { invalidField } from './app-error.ts';

/** Whole days in Kampala. */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Start (inclusive) and end (exclusive). */
  readonly startMs: number;
  readonly endMs: number;
}

const defaultDays = 30;
/** Ids and the database have no year zero, and no data is older. */
const earliestDay = '1970-01-01';

/** Both ends included. By default the last thirty days until today. */
export function dayRangeOf(
  query: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  nowMs: number = databaseNow(),
): DayRange {
  const { startDate, endDate = kampalaDay(nowMs) } = query;
  requireOrder(startDate, endDate);
  const lastDay = notTooEarly(endDate);
  const firstDay = notTooEarly(startDate ?? kampalaDay(startOfDay(lastDay) - defaultDays * dayMs));
  return { firstDay, lastDay, startMs: startOfDay(firstDay), endMs: startOfDay(lastDay) + dayMs };
}

/** A search, and a list of days that are over, may be some seconds old. What people watch may not. */
export function listingOn(
  database: Database,
  query: { readonly search?: string | undefined; readonly endDate?: string | undefined },
): Database['within'] {
  const isOver = query.endDate !== undefined && query.endDate < kampalaDay(databaseNow());
  return query.search || isOver ? database.reading : database.within;
}

/** Both ends included and both optional; null if open. */
export function openRangeOf(query: {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}): { readonly startMs: number | null; readonly endMs: number | null } {
  const { startDate, endDate } = query;
  requireOrder(startDate, endDate);
  return {
    startMs: startDate === undefined ? null : startOfDay(notTooEarly(startDate)),
    endMs: endDate === undefined ? null : startOfDay(notTooEarly(endDate)) + dayMs,
  };
}

function requireOrder(startDate: string | undefined, endDate: string | undefined): void {
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw invalidField('startDate', 'Start date must not be after end date');
  }
}

function notTooEarly(day: string): string {
  return day < earliestDay ? earliestDay : day;
}
