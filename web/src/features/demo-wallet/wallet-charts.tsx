import type { ReactNode } from 'react';
import {
  Area,
  AreaChart,
  CartesianGrid,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { axis, chartHeightPx } from '../dashboards/chart-parts.ts';
import { inMillions } from '../dashboards/statistics.ts';
import { percentText, type Spending, type WalletDay } from './figures.ts';

/* Of this feature only this file imports the drawing library. Nothing moves, as in all our charts. */

const margin = { top: 8, right: 8, bottom: 0, left: 0 };

export function BalanceArea({ days, title }: { days: readonly WalletDay[]; title: string }) {
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <AreaChart data={[...days]} margin={margin} title={title}>
        <defs>
          <linearGradient id="balance-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor="var(--accent)" stopOpacity={0.28} />
            <stop offset="100%" stopColor="var(--accent)" stopOpacity={0.02} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="date"
          tickFormatter={shortDay}
          interval="equidistantPreserveStart"
          minTickGap={16}
          tickMargin={8}
          padding={{ left: 20, right: 20 }}
          {...axis}
        />
        <YAxis
          tickFormatter={inMillions}
          width="auto"
          ticks={wholeMillions(days)}
          domain={[0, (most: number) => Math.ceil(most / million) * million]}
          {...axis}
        />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const day = payload[0]?.payload as WalletDay | undefined;
            return active && day ? (
              <Exact head={formatDate(day.date)} label="Balance" amountUgx={day.balance} />
            ) : null;
          }}
        />
        <Area
          dataKey="balance"
          name="Balance"
          type="linear"
          stroke="var(--accent-text)"
          strokeWidth={2}
          fill="url(#balance-fill)"
          dot={false}
          activeDot={{ r: 4, fill: 'var(--accent-text)', stroke: 'var(--surface)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

export function SpendingPie({ spending, title }: { spending: readonly Spending[]; title: string }) {
  const total = spending.reduce((sum, { amountUgx }) => sum + amountUgx, 0);
  const data = spending.map((each) => ({ ...each, fill: each.color }));
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <PieChart title={title}>
        <Pie
          data={data}
          dataKey="amountUgx"
          nameKey="name"
          innerRadius={78}
          outerRadius={120}
          startAngle={90}
          endAngle={-270}
          stroke="var(--surface)"
          strokeWidth={2}
          isAnimationActive={false}
        />
        <text x="50%" y="50%" textAnchor="middle" className="fill-muted text-13">
          <tspan x="50%" dy="-0.5em">
            Spent, UGX
          </tspan>
          <tspan x="50%" dy="1.5em" className="tabular fill-ink text-base font-semibold">
            {formatAmount(total)}
          </tspan>
        </text>
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => {
            const part = payload[0]?.payload as Spending | undefined;
            return active && part ? (
              <Exact head={part.name} label={percentText(part.share)} amountUgx={part.amountUgx} />
            ) : null;
          }}
        />
      </PieChart>
    </ResponsiveContainer>
  );
}

const million = 1_000_000;

/** From nothing to more than the highest balance. */
function wholeMillions(days: readonly WalletDay[]): number[] {
  const most = Math.ceil(Math.max(...days.map(({ balance }) => balance)) / million);
  return Array.from({ length: most + 1 }, (_, index) => index * million);
}

/** "Jan 05", without the year. */
function shortDay(date: string): string {
  return formatDate(date).split(',')[0] ?? date;
}

interface ExactProps {
  head: string;
  label: string;
  amountUgx: number;
}

function Exact({ head, label, amountUgx }: ExactProps): ReactNode {
  return (
    <div className="rounded-lg bg-surface-raised px-3 py-2 text-13 shadow-float">
      <p className="tabular mb-1 font-medium">{head}</p>
      <p className="tabular flex items-center gap-4">
        <span className="text-muted">{label}</span>
        <span className="ml-auto font-medium">UGX {formatAmount(amountUgx)}</span>
      </p>
    </div>
  );
}
