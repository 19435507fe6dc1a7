import { dayMs, startOfDay } from '@sente/contract/kampala';
import { lowestUuidV7 } from '../db/uuid.ts';

/** A day in Kampala and its number of transactions, at least one. */
export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Ids contain the time, so a time range is an id range; start inclusive, end exclusive. */
export interface Span {
  readonly fromId: string;
  readonly belowId: string;
}

/**
 * The id ranges of the next rows below an id, from the days with transactions, newest first. Three
 * matches in a year with a million other rows are found on three days.
 */
export function newestSpans(days: readonly DayCount[], belowId: string, wanted: number): Span[] {
  const spans: Span[] = [];
  let certain = 0;
  for (const { day, count } of days) {
    const whole = spanOf(day);
    const span = { ...whole, belowId: whole.belowId < belowId ? whole.belowId : belowId };
    if (span.fromId >= span.belowId) continue;
    spans.push(span);
    // For a partial day the remaining count is unknown.
    if (span.belowId === whole.belowId) certain += count;
    if (certain >= wanted) break;
  }
  return spans;
}

function spanOf(day: string): Span {
  const startMs = startOfDay(day);
  return { fromId: lowestUuidV7(startMs), belowId: lowestUuidV7(startMs + dayMs) };
}
