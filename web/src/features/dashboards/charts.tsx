import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { axis, chartHeightPx, series, type SeriesNames } from './chart-parts.ts';
import { inMillions, scaleOf, type FlowBar, type TrendDay } from './statistics.ts';

/*
 * The drawing library is by far the heaviest part of the page: only this file imports it. Nothing
 * moves: it would draw all from nothing again whenever the window changes its size.
 */

interface ChartProps {
  names: SeriesNames;
  /** For who reaches the chart with the keyboard; the figures themselves are in the table. */
  title: string;
}

/** How a point is called under the axis and in its tooltip, and an amount beside the axis. */
interface Words {
  point?: { short: (date: string) => string; long: (date: string) => string } | undefined;
  /** Left out: in millions, with a scale of its own for small amounts. */
  amount?: ((amountUgx: number) => string) | undefined;
}

const margin = { top: 8, right: 8, bottom: 0, left: 0 };
/** Half of a date under the first and the last point, which would else be left out. */
const labelRoomPx = 20;

interface LinesProps extends ChartProps {
  days: readonly TrendDay[];
  words?: Words | undefined;
}

export function LinesOfDays({ days, names, title, words }: LinesProps) {
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <LineChart data={[...days]} margin={margin} title={title}>
        {frameOf(days, names, { stroke: 'var(--line-strong)' }, labelRoomPx, words)}
        {series.map(({ key, color }) => (
          <Line
            key={key}
            dataKey={key}
            name={names[key]}
            stroke={color}
            strokeWidth={2}
            type="linear"
            dot={days.length <= 7 ? { r: 3, fill: color, strokeWidth: 0 } : false}
            activeDot={{ r: 4, stroke: 'var(--surface)', strokeWidth: 2 }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

export function BarsOfFlow({ bars, names, title }: ChartProps & { bars: readonly FlowBar[] }) {
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <BarChart data={[...bars]} margin={margin} title={title} barGap={2}>
        {frameOf(bars, names, { fill: 'var(--surface-hover)' }, 0)}
        {series.map(({ key, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={names[key]}
            fill={color}
            radius={[2, 2, 0, 0]}
            maxBarSize={24}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** A function and not a component: the library looks for its own elements among the children. */
function frameOf(
  points: readonly TrendDay[],
  names: SeriesNames,
  cursor: Record<string, string>,
  besidePx: number,
  words: Words = {},
): ReactNode {
  const scale = words.amount ? undefined : scaleOf(points);
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="date"
        tickFormatter={words.point?.short ?? shortDay}
        interval="equidistantPreserveStart"
        minTickGap={16}
        tickMargin={8}
        padding={{ left: besidePx, right: besidePx }}
        {...axis}
      />
      <YAxis tickFormatter={words.amount ?? inMillions} width="auto" {...scale} {...axis} />
      <Tooltip
        cursor={cursor}
        isAnimationActive={false}
        content={(props) => <ExactAmounts {...props} names={names} spanOf={words.point?.long} />}
      />
    </>
  );
}

/** "Jan 05", without the year. */
function shortDay(date: string): string {
  return formatDate(date).split(',')[0] ?? date;
}

/** "Jan 05, 2024", or the first and the last day of several. */
function spanText(date: string, bar: Partial<FlowBar> | undefined): string {
  const days = [date, bar?.until ?? date].map(formatDate);
  return [...new Set(days)].join(' to ');
}

function ExactAmounts({
  active,
  label,
  payload,
  names,
  spanOf = spanText,
}: Pick<TooltipContentProps, 'active' | 'label' | 'payload'> & {
  names: SeriesNames;
  spanOf?: ((date: string, bar: Partial<FlowBar> | undefined) => string) | undefined;
}) {
  if (!active || payload.length === 0) return null;
  return (
    <div className="rounded-lg bg-surface-raised px-3 py-2 text-13 shadow-float">
      <p className="tabular mb-1 text-muted">{spanOf(String(label), payload[0]?.payload)}</p>
      {series.map(({ key, dotClass }) => {
        const amount = payload.find(({ dataKey }) => dataKey === key)?.value;
        return (
          <p key={key} className="tabular flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
            <span className="text-muted">{names[key]}</span>
            <span className="ml-auto pl-4 font-medium">UGX {formatAmount(Number(amount))}</span>
          </p>
        );
      })}
    </div>
  );
}
