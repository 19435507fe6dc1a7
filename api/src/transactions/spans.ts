import { dayMs, startOfDay } from '@sente/contract/kampala';
import { lowestUuidV7 } from '../db/uuid.ts';

/** A day in Kampala and how many transactions it has, at least one. */
export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Ids are made from the time, so a span of time is a span of ids: from the first, below the last. */
export interface Span {
  readonly fromId: string;
  readonly belowId: string;
}

/**
 * Where the next rows below an id lie, given the days newest first: the figures tell which days
 * have any, so that three rows in a year of a million others are found on three days.
 */
export function newestSpans(days: readonly DayCount[], belowId: string, wanted: number): Span[] {
  const spans: Span[] = [];
  let certain = 0;
  for (const { day, count } of days) {
    const whole = spanOf(day);
    const span = { ...whole, belowId: whole.belowId < belowId ? whole.belowId : belowId };
    if (span.fromId >= span.belowId) continue;
    spans.push(span);
    // Of a day that is cut, nobody knows how many are left.
    if (span.belowId === whole.belowId) certain += count;
    if (certain >= wanted) break;
  }
  return spans;
}

/** From the oldest of the days to the newest, below an id; none when there is no day. */
export function wholeSpan(days: readonly DayCount[], belowId: string): Span[] {
  const [newest, oldest] = [days[0], days.at(-1)];
  if (!newest || !oldest) return [];
  const { fromId } = spanOf(oldest.day);
  const end = spanOf(newest.day).belowId;
  return [{ fromId, belowId: end < belowId ? end : belowId }];
}

function spanOf(day: string): Span {
  const startMs = startOfDay(day);
  return { fromId: lowestUuidV7(startMs), belowId: lowestUuidV7(startMs + dayMs) };
}
