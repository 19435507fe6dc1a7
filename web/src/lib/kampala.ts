import { dayMs, kampalaDay as dayAt, kampalaTime as timeAt } from '@sente/contract/kampala';

/** The calendar day in Kampala this many days ago, as 2026-01-31. */
export function kampalaDay(daysBefore = 0, nowMs: number = Date.now()): string {
  return dayAt(nowMs - daysBefore * dayMs);
}

/** The time in Kampala, as 2026-01-31 14:05:09; invalid text is returned unchanged. */
export function kampalaTime(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : timeAt(at);
}
