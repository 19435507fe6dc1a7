import { ArrowDownLeft, ArrowUpRight, EyeOff, Scale } from 'lucide-react';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartSkeleton } from '../../ui/chart-skeleton.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { ChartCard } from '../dashboards/chart-card.tsx';
import { chartHeightPx, series } from '../dashboards/chart-parts.ts';
import { barsOf } from '../dashboards/statistics.ts';
import type { BalanceVisibility } from './balance-card.tsx';
import {
  daysOf,
  inLastDays,
  percentText,
  spendingOf,
  sumOf,
  type Spending,
  type WalletDay,
} from './figures.ts';
import { balanceUgx, type SampleTransaction } from './sample-data.ts';
import { Segmented } from './segmented.tsx';

const charts = () => import('./wallet-charts.tsx');
const BarsOfFlow = lazyPart(
  async () => ({ default: (await import('../dashboards/charts.tsx')).BarsOfFlow }),
  <ChartSkeleton />,
);
const BalanceArea = lazyPart(
  async () => ({ default: (await charts()).BalanceArea }),
  <ChartSkeleton />,
);
const SpendingPie = lazyPart(
  async () => ({ default: (await charts()).SpendingPie }),
  <ChartSkeleton />,
);

const rangeState = {
  filters: { range: { fallback: '30d', allowed: ['7d', '30d', '90d'] } },
} as const;
const ranges = [
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
  { value: '90d', label: '90d' },
] as const;
const daysOfRange = { '7d': 7, '30d': 30, '90d': 90 };

const flowNames = { credits: 'Income', debits: 'Expense' };

interface AnalyticsTabProps extends BalanceVisibility {
  transactions: readonly SampleTransaction[];
}

export function AnalyticsTab({ transactions, isHidden, setIsHidden }: AnalyticsTabProps) {
  const { filters, setFilter } = useUrlState(rangeState);
  const { range } = filters;
  const days = daysOf(transactions, { days: daysOfRange[range], balanceUgx });
  const lately = inLastDays(transactions, daysOfRange[range]);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">The last {daysOfRange[range]} days</p>
        <Segmented
          label="Range"
          options={ranges}
          value={range}
          onChange={(next) => setFilter('range', next)}
        />
      </div>
      <Totals transactions={lately} />
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0 lg:col-span-2">
          {isHidden ? (
            <HiddenBalance onShow={() => setIsHidden(false)} />
          ) : (
            <BalanceChart days={days} />
          )}
        </div>
        <FlowChart days={days} />
        <SpendingChart spending={spendingOf(lately)} />
      </div>
    </>
  );
}

function Totals({ transactions }: { transactions: readonly SampleTransaction[] }) {
  const income = sumOf(transactions, 'income');
  const expense = sumOf(transactions, 'expense');
  const countOf = (wanted: SampleTransaction['direction']) =>
    `${transactions.filter(({ direction }) => direction === wanted).length} transactions`;
  return (
    <section aria-labelledby="totals" className="mb-4 grid gap-4 sm:grid-cols-3">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <StatCard
        label="Income"
        icon={<ArrowDownLeft />}
        value={<Money amount={income} />}
        note={countOf('income')}
      />
      <StatCard
        label="Expense"
        icon={<ArrowUpRight />}
        value={<Money amount={expense} />}
        note={countOf('expense')}
      />
      <StatCard
        label="Net"
        icon={<Scale />}
        value={<Money amount={income - expense} />}
        note="income less expense"
      />
    </section>
  );
}

function BalanceChart({ days }: { days: readonly WalletDay[] }) {
  return (
    <ChartCard
      title="Balance"
      description="At the end of each day"
      table={{
        columns: ['Date', 'Balance'],
        rows: days.map(({ date, balance }) => [formatDate(date), ugx(balance)]),
      }}
    >
      <BalanceArea days={days} title="Balance at the end of each day" />
    </ChartCard>
  );
}

function HiddenBalance({ onShow }: { onShow: () => void }) {
  return (
    <Card title="Balance" description="At the end of each day">
      <div className="grid place-items-center" style={{ minHeight: chartHeightPx }}>
        <EmptyState
          icon={<EyeOff />}
          title="Your balance is hidden"
          action={<Button onClick={onShow}>Show balance</Button>}
        />
      </div>
    </Card>
  );
}

function FlowChart({ days }: { days: readonly WalletDay[] }) {
  const bars = barsOf(days);
  const step = bars.length < days.length ? 'week' : 'day';
  return (
    <ChartCard
      title="Income and Expense"
      description={`By ${step}`}
      table={{
        columns: ['Date', flowNames.credits, flowNames.debits],
        rows: days.map(({ date, credits, debits }) => [
          formatDate(date),
          ugx(credits),
          ugx(debits),
        ]),
      }}
      legend={
        <ul className="mt-3 flex justify-center gap-5 text-13 text-muted">
          {series.map(({ key, dotClass }) => (
            <li key={key} className="flex items-center gap-2">
              <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
              {flowNames[key]}
            </li>
          ))}
        </ul>
      }
    >
      <BarsOfFlow bars={bars} names={flowNames} title={`Income and expense per ${step}`} />
    </ChartCard>
  );
}

function SpendingChart({ spending }: { spending: readonly Spending[] }) {
  return (
    <ChartCard
      title="Spending by Category"
      description="What the expenses were for"
      table={{
        columns: ['Category', 'Amount', 'Share'],
        rows: spending.map(({ name, amountUgx, share }) => [
          name,
          ugx(amountUgx),
          percentText(share),
        ]),
      }}
      legend={
        // The hidden table says all of this and the amounts.
        <ul
          aria-hidden="true"
          className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1 text-13"
        >
          {spending.map(({ name, share, color }) => (
            <li key={name} className="flex items-center gap-2 text-muted">
              <span className="size-2 rounded-full" style={{ background: color }} />
              {name}
              <span className="tabular text-ink">{percentText(share)}</span>
            </li>
          ))}
        </ul>
      }
    >
      <SpendingPie spending={spending} title="Spending by category" />
    </ChartCard>
  );
}

function ugx(amountUgx: number): string {
  return `UGX ${formatAmount(amountUgx)}`;
}
