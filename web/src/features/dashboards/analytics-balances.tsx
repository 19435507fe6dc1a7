import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { LockKeyhole } from 'lucide-react';
import { compactAmount, compactLabels, sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import { LineChart } from '../../ui/charts/late-charts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { type BalanceBar, balancesOf, pointWords, shareText } from './analytics-figures.ts';
import { balancePoints, balanceSeries } from './analytics-points.ts';

export const balanceTitles = { balance: 'Balance', balances: 'Balance by Account' };
const titles = balanceTitles;

interface ChartProps {
  analytics: CompanyAnalytics;
  className?: string | undefined;
}

/** What all accounts had together, over time. */
export function Balance({ analytics: { balances, unit }, className }: ChartProps) {
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
        levelLabels={compactLabels}
      />
    </ChartCard>
  );
}

/** A table with shares: one account often has nearly everything, and bars then show nothing. */
export function Balances({ analytics: { accounts, otherAccounts }, className }: ChartProps) {
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
  of: 'transactions' | 'accounts' | 'products';
}

/** Replaces a chart whose figures the reader may not see. */
export function KeptChartCard({ title, className, of }: KeptChartCardProps) {
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
