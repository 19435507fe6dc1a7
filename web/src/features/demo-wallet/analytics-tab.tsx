import { ArrowDownLeft, ArrowUpRight, EyeOff, Scale } from 'lucide-react';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartCard, LegendDot, SeriesLegend } from '../../ui/charts/chart-card.tsx';
import { chartHeightPx, type Series } from '../../ui/charts/chart-point.ts';
import { BarChart, DonutChart, LineChart } from '../../ui/charts/late-charts.tsx';
import {
  barsOf,
  dayWords,
  flowPoints,
  flowSeries,
  flowTable,
  inMillions,
} from '../../ui/charts/money-flow.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
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

const rangeState = {
  filters: { range: { fallback: '30d', allowed: ['7d', '30d', '90d'] } },
} as const;
const ranges = [
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
  { value: '90d', label: '90d' },
] as const;
const daysOfRange = { '7d': 7, '30d': 30, '90d': 90 };

const balances: readonly Series[] = [
  { name: 'Balance', color: 'var(--accent-text)', fill: 'var(--accent)' },
];
const flows = flowSeries({ credits: 'Income', debits: 'Expense' });

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
      <LineChart
        title="Balance at the end of each day"
        series={balances}
        points={days.map(({ date, balance }) => ({
          label: dayWords.short(date),
          title: dayWords.long(date),
          values: [balance],
          figures: [{ label: 'Balance', text: ugx(balance) }],
        }))}
        formatValue={inMillions.formatValue}
        smallestStep={500_000}
      />
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
      table={flowTable(days, flows)}
      legend={<SeriesLegend series={flows} />}
    >
      <BarChart
        title={`Income and expense per ${step}`}
        series={flows}
        points={flowPoints(bars, flows)}
        widestBarPx={24}
        {...inMillions}
      />
    </ChartCard>
  );
}

function SpendingChart({ spending }: { spending: readonly Spending[] }) {
  const totalUgx = spending.reduce((sum, { amountUgx }) => sum + amountUgx, 0);
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
        // The hidden table contains all of this and the amounts.
        <ul
          aria-hidden="true"
          className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1 text-13"
        >
          {spending.map(({ name, share, color }) => (
            <li key={name} className="flex items-center gap-2 text-muted">
              <LegendDot color={color} />
              {name}
              <span className="tabular text-ink">{percentText(share)}</span>
            </li>
          ))}
        </ul>
      }
    >
      <DonutChart
        title="Spending by category"
        points={spending.map(({ name, amountUgx, share, color }) => ({
          label: name,
          title: name,
          values: [amountUgx],
          figures: [{ label: percentText(share), text: ugx(amountUgx) }],
          color,
        }))}
        total={{ label: 'Spent, UGX', text: formatAmount(totalUgx) }}
      />
    </ChartCard>
  );
}

function ugx(amountUgx: number): string {
  return `UGX ${formatAmount(amountUgx)}`;
}
