import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { Card } from '../../ui/card.tsx';
import { ChartSkeleton } from '../../ui/chart-skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { chartHeightPx, series, type SeriesNames } from './chart-parts.ts';
import { barsOf, daysIn, periods, type Period, type TrendDay } from './statistics.ts';

const charts = () => import('./charts.tsx');
const LinesOfDays = lazyPart(
  async () => ({ default: (await charts()).LinesOfDays }),
  <ChartSkeleton />,
  'Try Again',
);
const BarsOfFlow = lazyPart(
  async () => ({ default: (await charts()).BarsOfFlow }),
  <ChartSkeleton />,
  'Try Again',
);

const movements = { credits: 'Credits', debits: 'Debits' };
const flows = { credits: 'Inflow', debits: 'Outflow' };

interface TrendChartsProps {
  trend: readonly TrendDay[];
  period: Period;
  onPeriod: (period: Period) => void;
}

export function TrendCharts({ trend, period, onPeriod }: TrendChartsProps) {
  const days = daysIn(trend, period);
  const bars = barsOf(days);
  const step = bars.length < days.length ? 'week' : 'day';
  return (
    <div className="mb-6 grid gap-4 xl:grid-cols-2">
      <Card
        title="Transaction Trends"
        actions={
          <Select
            aria-label="Period"
            value={period}
            onChange={(event) => {
              const chosen = periods.find((each) => each === event.target.value);
              if (chosen) onPeriod(chosen);
            }}
            options={periods.map((value) => ({ value, label: value }))}
          />
        }
      >
        <Drawing title="Transaction Trends" days={days} names={movements}>
          <LinesOfDays title="Credits and debits per day" days={days} names={movements} />
        </Drawing>
      </Card>
      <Card
        title="Net System Flow"
        actions={
          <span className="h-9 content-center text-13 text-muted">{`${period}, by ${step}`}</span>
        }
      >
        <Drawing title="Net System Flow" days={days} names={flows}>
          <BarsOfFlow title={`Inflow and outflow per ${step}`} bars={bars} names={flows} />
        </Drawing>
      </Card>
    </div>
  );
}

interface DrawingProps {
  title: string;
  days: readonly TrendDay[];
  names: SeriesNames;
  children: ReactNode;
}

/** The chart keeps its place while its code is on the way, and says the same in a hidden table. */
function Drawing({ title, days, names, children }: DrawingProps) {
  return (
    <>
      <div data-chart={title} style={{ height: chartHeightPx }}>
        {children}
      </div>
      <ul className="mt-3 flex justify-center gap-5 text-13 text-muted">
        {series.map(({ key, dotClass }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
            {names[key]}
          </li>
        ))}
      </ul>
      <FiguresTable title={title} days={days} names={names} />
    </>
  );
}

function FiguresTable({ title, days, names }: Omit<DrawingProps, 'children'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}, day by day</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">{names.credits}</th>
            <th scope="col">{names.debits}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, credits, debits }) => (
            <tr key={date}>
              <th scope="row">{formatDate(date)}</th>
              <td>UGX {formatAmount(credits)}</td>
              <td>UGX {formatAmount(debits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
