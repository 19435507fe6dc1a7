import { kampalaDay } from '../../lib/kampala.ts';
import { ChartCard, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { BarChart, LineChart } from '../../ui/charts/late-charts.tsx';
import {
  barsOf,
  flowPoints,
  flowSeries,
  flowTable,
  inMillions,
} from '../../ui/charts/money-flow.ts';
import { Select } from '../../ui/select.tsx';
import { hasMovements } from './analytics-figures.ts';
import { daysIn, periods, type Period, type TrendDay } from './statistics.ts';

const movements = flowSeries({ credits: 'Credits', debits: 'Debits' });
const flows = flowSeries({ credits: 'Inflow', debits: 'Outflow', net: 'Net' });
const caption = 'day by day';
const counted = 'Completed, before fees, by the day of their creation; today so far';

const nothingYet = {
  title: 'Nothing yet',
  hint: 'Completed transactions of these days show here.',
};

interface TrendChartsProps {
  trend: readonly TrendDay[];
  period: Period;
  onPeriod: (period: Period) => void;
}

export function TrendCharts({ trend, period, onPeriod }: TrendChartsProps) {
  const days = daysIn(trend, period);
  const bars = barsOf(days);
  const empty = hasMovements(days) ? undefined : nothingYet;
  const step = bars.length < days.length ? 'week' : 'day';
  return (
    <div className="mb-6 grid gap-4 lg:grid-cols-2">
      <ChartCard
        title="Transaction Trends"
        description={counted}
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
        empty={empty}
        table={{ caption, ...flowTable(days, movements) }}
        legend={<SeriesLegend series={movements} />}
      >
        <LineChart
          retryLabel="Try Again"
          title="Credits and debits per day"
          isLastOpen={days.at(-1)?.date === kampalaDay()}
          series={movements}
          points={flowPoints(days, movements)}
          {...inMillions}
        />
      </ChartCard>
      <ChartCard
        title="Net System Flow"
        description={counted}
        actions={
          <span className="h-9 content-center text-13 text-muted">{`${period}, by ${step}`}</span>
        }
        empty={empty}
        table={{ caption, ...flowTable(days, flows) }}
        legend={<SeriesLegend series={flows} />}
      >
        <BarChart
          retryLabel="Try Again"
          title={`Inflow, outflow and net per ${step}`}
          series={flows}
          points={flowPoints(bars, flows)}
          widestBarPx={24}
          {...inMillions}
        />
      </ChartCard>
    </div>
  );
}
