import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { kampalaDay } from '../../lib/kampala.ts';
import { ChartCard, ChartCardSkeleton, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { LineChart } from '../../ui/charts/late-charts.tsx';
import { flowPoints, flowSeries, flowTable } from '../../ui/charts/money-flow.ts';
import { compactAmount } from '../../lib/money.ts';
import { hasMovements } from './analytics-figures.ts';

const title = 'Money in and out';
const series = flowSeries({ credits: 'In', debits: 'Out' });

interface CompanyTrendProps {
  /** Undefined while loading. */
  trend: CompanyStatistics['trend'] | undefined;
}

/** The last 30 days; nothing without the permission to view transactions. */
export function CompanyTrend({ trend }: CompanyTrendProps) {
  if (trend === undefined) return <ChartCardSkeleton title={title} />;
  if (trend === null) return null;
  return (
    <ChartCard
      title={title}
      description="The last 30 days, completed, before fees; today so far"
      empty={
        hasMovements(trend)
          ? undefined
          : { title: 'No money moved in the last 30 days', hint: 'Add money to begin.' }
      }
      table={{ caption: 'day by day', ...flowTable(trend, series) }}
      legend={<SeriesLegend series={series} />}
    >
      <LineChart
        title="Money in and out per day"
        series={series}
        points={flowPoints(trend, series)}
        isLastOpen={trend.at(-1)?.date === kampalaDay()}
        formatValue={compactAmount}
      />
    </ChartCard>
  );
}
