import { formatDate } from '../../lib/dates.ts';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import type { ChartPoint, Series } from './chart-point.ts';

/** Money in and out on one day. */
export interface FlowDay {
  readonly date: string;
  readonly credits: number;
  readonly debits: number;
}

/** One day or seven days. */
export interface FlowBar extends FlowDay {
  /** The last of its days. */
  readonly until: string;
}

/** What the two series are called on a chart. */
interface FlowNames {
  readonly credits: string;
  readonly debits: string;
  /** Credits less debits, as a line across their bars. */
  readonly net?: string;
}

export function flowSeries({ credits, debits, net }: FlowNames): readonly Series[] {
  return [
    { name: credits, color: 'var(--success)' },
    { name: debits, color: 'var(--danger)' },
    ...(net ? [{ name: net, color: 'var(--text)', isLine: true }] : []),
  ];
}

/** In the order of the series. */
function valuesOf({ credits, debits }: FlowDay, series: readonly Series[]): readonly number[] {
  return [credits, debits, sumUgx(credits, -debits)].slice(0, series.length);
}

/** The date format at the axis, and where there is room. */
export interface DateWords {
  readonly short: (date: string) => string;
  readonly long: (date: string) => string;
}

export const dayWords: DateWords = { short: shortDay, long: formatDate };

export function flowPoints(
  days: readonly (FlowDay & Partial<FlowBar>)[],
  series: readonly Series[],
  { short, long }: DateWords = dayWords,
): readonly ChartPoint[] {
  return days.map((day) => ({
    label: short(day.date),
    title: [...new Set([day.date, day.until ?? day.date])].map(long).join(' to '),
    values: valuesOf(day, series),
    figures: valuesOf(day, series).map((value, at) => ({
      label: series[at]?.name ?? '',
      color: series[at]?.color,
      text: ugxText(value),
    })),
  }));
}

/** The columns and rows of the hidden table. */
export function flowTable(
  days: readonly FlowDay[],
  series: readonly Series[],
  { long }: DateWords = dayWords,
  dateColumn = 'Date',
) {
  return {
    columns: [dateColumn, ...series.map(({ name }) => name)],
    rows: days.map((day) => [long(day.date), ...valuesOf(day, series).map(ugxText)]),
  };
}

/** More pairs of bars than days of a month are too thin to distinguish. */
const mostDailyBars = 31;
const daysOfWeek = 7;

/** Counted back from the newest day, so that only the oldest week can be short. */
export function barsOf(days: readonly FlowDay[]): readonly FlowBar[] {
  const size = days.length > mostDailyBars ? daysOfWeek : 1;
  const first = days.length % size;
  const starts = Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    first === 0 ? index * size : Math.max(0, first + (index - 1) * size),
  );
  return starts.map((start, index) => {
    const part = days.slice(start, starts[index + 1]);
    return {
      date: part[0]?.date ?? '',
      until: part.at(-1)?.date ?? '',
      credits: part.reduce((sum, { credits }) => sum + credits, 0),
      debits: part.reduce((sum, { debits }) => sum + debits, 0),
    };
  });
}

/** Axis values such as "1.2M", with a resolution of a tenth of a million. */
export const inMillions = {
  formatValue: (amountUgx: number) => `${(amountUgx / 1_000_000).toFixed(1)}M`,
  smallestStep: 100_000,
};

/** "Jan 05", without the year. */
function shortDay(date: string): string {
  return formatDate(date).split(',')[0] ?? date;
}

function ugxText(amountUgx: number): string {
  return `UGX ${formatAmount(amountUgx)}`;
}
