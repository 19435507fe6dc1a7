import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { ChartSkeleton } from '../../ui/chart-skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { statusWord } from '../../ui/status-badges.tsx';
import {
  balancesOf,
  compactAmount,
  hasMovements,
  hasTransactions,
  inAndOut,
  type Network,
  pointWords,
  restOf,
  successRate,
} from './analytics-figures.ts';
import { ChartCard, ChartCardSkeleton, KeptChartCard, Legend } from './chart-card.tsx';
import { networkParts, statusColors } from './chart-colors.ts';
import { series } from './chart-parts.ts';

const charts = () => import('./analytics-charts.tsx');
const LinesOfDays = lazyPart(
  async () => ({ default: (await import('./charts.tsx')).LinesOfDays }),
  <ChartSkeleton />,
);
const StatusBars = lazyPart(
  async () => ({ default: (await charts()).StatusBars }),
  <ChartSkeleton />,
);
const NetworkBars = lazyPart(
  async () => ({ default: (await charts()).NetworkBars }),
  <ChartSkeleton />,
);
const BalanceBars = lazyPart(
  async () => ({ default: (await charts()).BalanceBars }),
  <ChartSkeleton />,
);

const titles = {
  movements: 'Credits and Debits',
  statuses: 'Transactions by Status',
  networks: 'API Transactions by Network',
  balances: 'Balance by Account',
};
const names = { credits: 'Credits', debits: 'Debits' };
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
      description={`Completed transactions by ${unit}, ${formatDate(startDate)} to ${formatDate(endDate)}`}
      empty={
        hasMovements(points)
          ? undefined
          : { title: 'No completed transactions in this time', hint: 'Try a longer range.' }
      }
      table={{
        columns: [unit === 'month' ? 'Month' : 'Date', names.credits, names.debits],
        rows: points.map(({ date, credits, debits }) => [
          words.long(date),
          formatUgx(credits),
          formatUgx(debits),
        ]),
      }}
      legend={
        <ul className="mt-3 flex justify-center gap-5 text-13 text-muted">
          {series.map(({ key, dotClass }) => (
            <li key={key} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
              {names[key]}
            </li>
          ))}
        </ul>
      }
    >
      <LinesOfDays
        title={`Credits and debits per ${unit}`}
        days={points}
        names={names}
        words={{ point: words, amount: compactAmount }}
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
        <Legend
          items={rows.map(({ status, cells: [word, count, amount] }) => ({
            key: status,
            dotClass: statusColors[status]?.dotClass,
            name: word,
            figures: `${count} · ${amount}`,
          }))}
        />
      }
    >
      <StatusBars title={titles.statuses} statuses={statuses} />
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
          ...networkParts.map(({ name }) => name),
          'Success rate',
          inAndOut,
        ],
        rows: networks.map((network) => [
          network.network,
          formatAmount(network.requests),
          formatAmount(network.succeeded),
          formatAmount(network.failed),
          formatAmount(restOf(network)),
          successRate(network) ?? 'None ended',
          formatUgx(network.amount),
        ]),
      }}
      legend={
        <>
          <ul className="mt-3 flex justify-center gap-5 text-13 text-muted">
            {networkParts.map(({ key, name, dotClass }) => (
              <li key={key} className="flex items-center gap-2">
                <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
                {name}
              </li>
            ))}
          </ul>
          <Legend
            items={networks.map((network) => ({
              key: network.network,
              name: network.network,
              figures: networkFigures(network),
            }))}
          />
        </>
      }
    >
      <NetworkBars title={titles.networks} networks={networks} />
    </ChartCard>
  );
}

function networkFigures(network: Network): string {
  const { requests } = network;
  const rate = successRate(network);
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
      <BalanceBars title={titles.balances} bars={bars} />
    </ChartCard>
  );
}
