import { networkWord } from '@sente/contract/payments';
import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { formatDate } from '../../lib/dates.ts';
import { compactAmount, formatAmount } from '../../lib/money.ts';
import {
  ChartCard,
  ChartCardSkeleton,
  FiguresLegend,
  SeriesLegend,
} from '../../ui/charts/chart-card.tsx';
import { BarChart, LineChart } from '../../ui/charts/late-charts.tsx';
import { flowPoints, flowSeries, flowTable } from '../../ui/charts/money-flow.ts';
import { statusWord } from '@sente/contract/movement-words';
import { late } from '../../ui/late.tsx';
import { Balance, Balances, balanceTitles, KeptChartCard } from './analytics-balances.tsx';
import {
  hasMovements,
  hasTransactions,
  inAndOut,
  type Network,
  pointWords,
  successText,
} from './analytics-figures.ts';
import {
  networkCounts,
  networkPoints,
  networkSeries,
  statusColors,
  statusPoints,
  statusSeries,
} from './analytics-points.ts';

// Below the charts, with the code of tables that they do not need.
const ProductSales = late(() => import('./product-sales.tsx'));

const titles = {
  movements: 'Credits and Debits',
  balance: balanceTitles.balance,
  statuses: 'Transactions by Status',
  networks: 'API Transactions by Network',
  balances: balanceTitles.balances,
};
const movements = flowSeries({ credits: 'Credits', debits: 'Debits' });
const gridClass = 'grid gap-4 lg:grid-cols-2';
const wideClass = 'lg:col-span-2';
const wide = new Set([titles.movements, titles.balance, titles.balances]);

interface ChartProps {
  analytics: CompanyAnalytics;
  className?: string | undefined;
}

export function AnalyticsCharts({ analytics }: ChartProps) {
  return (
    <div className={gridClass}>
      <Movements analytics={analytics} className={wideClass} />
      <Balance analytics={analytics} className={wideClass} />
      <Statuses analytics={analytics} />
      <Networks analytics={analytics} />
      <ProductSales analytics={analytics} className={wideClass} />
      <Balances analytics={analytics} className={wideClass} />
    </div>
  );
}

export function AnalyticsChartsSkeleton() {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Loading analytics</span>
      {Object.values(titles).map((title) => (
        <ChartCardSkeleton
          key={title}
          title={title}
          className={wide.has(title) ? wideClass : undefined}
        />
      ))}
    </div>
  );
}

function Movements({ analytics, className }: ChartProps) {
  const { points, unit, startDate, endDate } = analytics;
  if (!points)
    return <KeptChartCard title={titles.movements} of="transactions" {...{ className }} />;
  const words = pointWords[unit] ?? pointWords.day;
  return (
    <ChartCard
      title={titles.movements}
      className={className}
      description={`Completed transactions before fees, by the ${unit} of their creation, ${formatDate(startDate)} to ${formatDate(endDate)}`}
      empty={
        hasMovements(points)
          ? undefined
          : { title: 'No completed transactions in this time', hint: 'Try a longer range.' }
      }
      table={flowTable(points, movements, words, unit === 'month' ? 'Month' : 'Date')}
      legend={<SeriesLegend series={movements} />}
    >
      <LineChart
        title={`Credits and debits per ${unit}`}
        series={movements}
        points={flowPoints(points, movements, words)}
        formatValue={compactAmount}
      />
    </ChartCard>
  );
}

function Statuses({ analytics: { statuses } }: ChartProps) {
  if (!statuses) return <KeptChartCard title={titles.statuses} of="transactions" />;
  const rows = statuses.map(({ status, transactions, amount }) => ({
    status,
    cells: [statusWord(status), formatAmount(transactions), formatUgx(amount)] as const,
  }));
  return (
    <ChartCard
      title={titles.statuses}
      description="How many there are, and what they come to"
      empty={
        hasTransactions(statuses)
          ? undefined
          : { title: 'No transactions in this time', hint: 'Try a longer range.' }
      }
      table={{
        columns: ['Status', 'Transactions', 'Amount'],
        rows: rows.map(({ cells }) => cells),
      }}
      legend={
        <FiguresLegend
          items={rows.map(({ status, cells: [word, count, amount] }) => ({
            key: status,
            color: statusColors[status],
            name: word,
            figures: `${count} · ${amount}`,
          }))}
        />
      }
    >
      <BarChart
        title={titles.statuses}
        series={statusSeries}
        points={statusPoints(statuses)}
        widestBarPx={56}
        formatValue={compactAmount}
        smallestStep={1}
      />
    </ChartCard>
  );
}

function Networks({ analytics: { networks } }: ChartProps) {
  if (!networks) return <KeptChartCard title={titles.networks} of="transactions" />;
  return (
    <ChartCard
      title={titles.networks}
      description="The success rate is of those that have ended"
      empty={
        networks.length > 0
          ? undefined
          : {
              title: 'No API transactions in this time',
              hint: 'Requests to collect or pay out by mobile money show here.',
            }
      }
      table={{
        columns: [
          'Network',
          'Requests',
          ...networkSeries.map(({ name }) => name),
          'Success rate',
          inAndOut,
        ],
        rows: networks.map((network) => [
          networkWord(network.network),
          formatAmount(network.requests),
          ...networkCounts(network).map(formatAmount),
          successText(network) ?? 'None ended',
          formatUgx(network.amount),
        ]),
      }}
      legend={
        <>
          <SeriesLegend series={networkSeries} />
          <FiguresLegend
            items={networks.map((network) => ({
              key: network.network,
              name: networkWord(network.network),
              figures: networkFigures(network),
            }))}
          />
        </>
      }
    >
      <BarChart
        title={titles.networks}
        series={networkSeries}
        points={networkPoints(networks)}
        isStacked
        widestBarPx={56}
        formatValue={compactAmount}
        smallestStep={1}
      />
    </ChartCard>
  );
}

function networkFigures(network: Network): string {
  const { requests } = network;
  const rate = successText(network);
  return `${formatAmount(requests)} ${requests === 1 ? 'request' : 'requests'} · ${rate ? `${rate} succeeded` : 'none ended'}`;
}
