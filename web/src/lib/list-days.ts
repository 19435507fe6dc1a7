import { dayRangeOptions, daysOfRange } from './day-range.ts';
import { kampalaDay } from './kampala.ts';

/** The ranges of lists; of "custom" the days are in the address as well. */
export const listRanges = ['30', 'today', 'yesterday', '7', '90', 'all', 'custom'] as const;

export interface ListDays {
  readonly range: (typeof listRanges)[number];
  /** Of the range "custom"; empty if open. */
  readonly from: string;
  readonly to: string;
}

export function listRangeOptions(allLabel: string) {
  return [
    { value: 'today', label: 'Today' },
    { value: 'yesterday', label: 'Yesterday' },
    ...dayRangeOptions.map((option) =>
      option.value === 'all' ? { value: 'all', label: allLabel } : option,
    ),
    { value: 'custom', label: 'Own range' },
  ];
}

/** For "No transactions match ..."; nothing if all days are shown. */
export function daysText(range: ListDays['range']): string {
  if (range === 'all') return '';
  if (range === 'custom') return ' in these days';
  return range === 'today' || range === 'yesterday' ? ` ${range}` : ` in the last ${range} days`;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const open = { startDate: undefined, endDate: undefined };

/** Both ends included; nothing is sent of a range that is open, not complete yet, or impossible. */
export function daysOfList({ range, from, to }: ListDays): {
  startDate: string | undefined;
  endDate: string | undefined;
} {
  switch (range) {
    case 'all':
      return open;
    case 'custom':
      if (dayProblem({ from, to })) return open;
      return {
        startDate: day.test(from) ? from : undefined,
        endDate: day.test(to) ? to : undefined,
      };
    case 'today':
      return { startDate: kampalaDay(), endDate: kampalaDay() };
    case 'yesterday':
      return { startDate: kampalaDay(1), endDate: kampalaDay(1) };
    default:
      return daysOfRange(range);
  }
}

export function dayProblem({ from, to }: Pick<ListDays, 'from' | 'to'>): string | undefined {
  return day.test(from) && day.test(to) && from > to
    ? 'Must not be before the first day'
    : undefined;
}
