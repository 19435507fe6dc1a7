import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { LockKeyhole } from 'lucide-react';
import { formatDate } from '../../lib/dates.ts';
import { compactAmount, formatAmount, sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
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
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { statusWord } from '@sente/contract/movement-words';
import {
  type BalanceBar,
  balancesOf,
  hasMovements,
  hasTransactions,
  inAndOut,
  type Network,
  pointWords,
  shareText,
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
  balance: 'Balance',
  statuses: 'Transactions by Status',
  networks: 'API Transactions by Network',
  balances: 'Balance by Account',
};
const movements = flowSeries({ credits: 'Credits', debits: 'Debits' });
const gridClass = 'grid gap-4 xl:grid-cols-2';
const wideClass = 'xl:col-span-2';
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

/** What all accounts had together, over time. */
function Balance({ analytics: { balances, unit }, className }: ChartProps) {
  if (!balances) return <KeptChartCard title={titles.balance} of="accounts" {...{ className }} />;
  const words = pointWords[unit] ?? pointWords.day;
  return (
    <ChartCard
      title={titles.balance}
      className={className}
      description={`Of all accounts together, at the end of each ${unit}; the last one is as of now`}
      empty={
        balances.some(({ balance }) => balance !== 0)
          ? undefined
          : { title: 'No money on the accounts in this time', hint: 'Try a longer range.' }
      }
      table={{
        columns: [unit === 'month' ? 'Month' : 'Date', 'Balance'],
        rows: balances.map(({ date, balance }) => [words.long(date), formatUgx(balance)]),
      }}
    >
      <LineChart
        title={`Balance per ${unit}`}
        series={balanceSeries}
        points={balancePoints(balances, words)}
        formatValue={compactAmount}
      />
    </ChartCard>
  );
}

/** A table with shares: one account often has nearly everything, and bars then show nothing. */
function Balances({ analytics: { accounts, otherAccounts }, className }: ChartProps) {
  if (!accounts) return <KeptChartCard title={titles.balances} of="accounts" {...{ className }} />;
  const bars = balancesOf(accounts, otherAccounts);
  const whole = sumUgx(...bars.map(({ balance }) => balance));
  if (bars.length === 0) {
    return (
      <Card title={titles.balances} className={className}>
        <EmptyState
          className="py-4!"
          title="No accounts yet"
          hint="Balances show here once your company has an account."
        />
      </Card>
    );
  }
  return (
    <Card
      title={titles.balances}
      className={className}
      description="As they are now, the largest first"
      flush
    >
      <table className="w-full">
        <caption className="sr-only">{titles.balances}, in figures</caption>
        <thead className="sr-only">
          <tr>
            {['Account', 'Number', 'Balance', 'Share'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {bars.map((bar) => (
            <BalanceRow key={bar.key} bar={bar} share={shareText(bar.balance, whole)} of={whole} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface BalanceRowProps {
  bar: BalanceBar;
  share: string;
  /** The sum of all. */
  of: number;
}

function BalanceRow({ bar: { key, name, accountNumber, balance }, share, of }: BalanceRowProps) {
  const percent = of > 0 ? Math.max(0, (balance / of) * 100) : 0;
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-2.5 sm:grid-cols-[minmax(0,2fr)_8rem_minmax(9rem,auto)_minmax(8rem,1fr)] sm:items-center">
      <td className="min-w-0 wrap-anywhere">
        {accountNumber ? (
          <Link to={paths.client.account(key)} className="rounded-sm font-medium hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </td>
      <td className="tabular text-muted max-sm:order-3 max-sm:text-13">{accountNumber}</td>
      <td className="text-right">
        <Money amount={balance} className="font-medium" />
      </td>
      <td className="flex items-center gap-2 max-sm:order-4 max-sm:justify-end">
        <span
          aria-hidden="true"
          className="h-1.5 flex-1 overflow-hidden rounded-full bg-surface-sunken max-sm:hidden"
        >
          <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
        <span className="tabular w-16 text-right text-13 text-muted">{share}</span>
      </td>
    </tr>
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
