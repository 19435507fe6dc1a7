import { kampalaDay } from '../../lib/kampala.ts';
import type { SelectOption } from '../../ui/select.tsx';

/** How far back to look; `dates` means the two that were chosen. */
export type HistorySpan = 'all' | 'today' | 'week' | 'month' | 'dates';

export const spanOptions: readonly (SelectOption & { value: HistorySpan })[] = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'dates', label: 'Choose dates...' },
];

const daysBack: Partial<Record<HistorySpan, number>> = { today: 0, week: 6, month: 29 };

/** The first day of a span, as 2026-01-31 in Kampala; empty when it has none of its own. */
export function firstDayOf(span: HistorySpan, nowMs: number = Date.now()): string {
  const days = daysBack[span];
  return days === undefined ? '' : kampalaDay(days, nowMs);
}
