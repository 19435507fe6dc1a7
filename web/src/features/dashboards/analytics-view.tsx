import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { LockKeyhole } from 'lucide-react';
import { formatDate } from '../../lib/dates.ts';
import { compactAmount, formatAmount } from '../../lib/money.ts';
import { Card } from '../../ui/card.tsx';
import {
  ChartCard,
  ChartCardSkeleton,
  FiguresLegend,
  SeriesLegend,
} from '../../ui/charts/chart-card.tsx';
import { BarChart, LineChart } from '../../ui/charts/late-charts.tsx';
import { flowPoints, flowSeries, flowTable } from '../../ui/charts/money-flow.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { statusWord } from '@sente/contract/movement-words';
import {
  balancesOf,
  hasMovements,
  hasTransactions,
  inAndOut,
  type Network,
  pointWords,
  successText,
} from './analytics-figures.ts';
import {
  balancePoints,
  balanceSeries,
  networkCounts,
  networkPoints,
  networkSeries,
  statusColors,
  statusPoints,
  statusSeries,
} from './analytics-points.ts';

const titles = {
  movements: 'Credits and Debits',
  statuses: 'Transactions by Status',
  networks: 'API Transactions by Network',
  balances: 'Balance by Account',
};
const movements = flowSeries({ credits: 'Credits', debits: 'Debits' });
const gridClass = 'grid gap-4 xl:grid-cols-2';
const wideClass = 'xl:col-span-2';
const wide = new Set([titles.movements, titles.balances]);

interface ChartProps {
  analytics: CompanyAnalytics;
  className?: string | undefined;
}

export function AnalyticsCharts({ analytics }: ChartProps) {
  return (
    <div className={gridClass}>
      <Movements analytics={analytics} className={wideClass} />
      <Statuses analytics={analytics} />
      <Networks analytics={analytics} />
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
          network.network,
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
              name: network.network,
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

function Balances({ analytics: { accounts, otherAccounts }, className }: ChartProps) {
  if (!accounts) return <KeptChartCard title={titles.balances} of="accounts" {...{ className }} />;
  const bars = balancesOf(accounts, otherAccounts);
  return (
    <ChartCard
      title={titles.balances}
      className={className}
      description="As they are now, the largest first"
      empty={
        bars.length > 0
          ? undefined
          : {
              title: 'No accounts yet',
              hint: 'Balances show here once your company has an account.',
            }
      }
      table={{
        columns: ['Account', 'Number', 'Balance'],
        rows: bars.map(({ name, accountNumber, balance }) => [
          name,
          accountNumber,
          formatUgx(balance),
        ]),
      }}
    >
      <BarChart
        title={titles.balances}
        series={balanceSeries}
        points={balancePoints(bars)}
        isHorizontal
        widestBarPx={20}
        formatValue={compactAmount}
      />
    </ChartCard>
  );
}

interface KeptChartCardProps {
  title: string;
  className?: string | undefined;
  of: 'transactions' | 'accounts';
}

/** Replaces a chart whose figures the reader may not see. */
function KeptChartCard({ title, className, of }: KeptChartCardProps) {
  return (
    <Card title={title} className={className}>
      <EmptyState
        icon={<LockKeyhole />}
        title="Access Restricted"
        hint={`You do not have permission to view ${of}`}
        className="py-4!"
      />
    </Card>
  );
}
