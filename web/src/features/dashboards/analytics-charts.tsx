import { formatUgx } from '@sente/contract/money';
import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { formatAmount } from '../../lib/money.ts';
import { statusWord } from '../../ui/status-badges.tsx';
import {
  type BalanceBar,
  compactAmount,
  inAndOut,
  type Network,
  restOf,
  type Status,
  successRate,
} from './analytics-figures.ts';
import { networkParts, statusColors } from './chart-colors.ts';
import { axis, chartHeightPx } from './chart-parts.ts';

/*
 * Like the charts of the back-office's dashboard: only this file and that one import the drawing
 * library, and nothing moves.
 */

const margin = { top: 8, right: 8, bottom: 0, left: 0 };
const cursor = { fill: 'var(--surface-hover)' };
const bar = { isAnimationActive: false, maxBarSize: 56 } as const;

export function StatusBars({ statuses, title }: { statuses: readonly Status[]; title: string }) {
  const data = statuses.map((each) => ({ ...each, fill: statusColors[each.status]?.color }));
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <BarChart data={data} margin={margin} title={title}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="status" tickFormatter={statusWord} tickMargin={8} {...axis} />
        <YAxis tickFormatter={compactAmount} allowDecimals={false} width="auto" {...axis} />
        <Tooltip
          cursor={cursor}
          isAnimationActive={false}
          content={(props) => (
            <Exact<Status> {...props} head={({ status }) => statusWord(status)}>
              {({ transactions, amount }) => [
                ['Transactions', formatAmount(transactions)],
                ['Amount', formatUgx(amount)],
              ]}
            </Exact>
          )}
        />
        <Bar dataKey="transactions" radius={[2, 2, 0, 0]} {...bar} />
      </BarChart>
    </ResponsiveContainer>
  );
}

export function NetworkBars({ networks, title }: { networks: readonly Network[]; title: string }) {
  const data = networks.map((network) => ({ ...network, rest: restOf(network) }));
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <BarChart data={data} margin={margin} title={title}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="network" tickMargin={8} {...axis} />
        <YAxis tickFormatter={compactAmount} allowDecimals={false} width="auto" {...axis} />
        <Tooltip
          cursor={cursor}
          isAnimationActive={false}
          content={(props) => (
            <Exact<Network> {...props} head={({ network }) => network}>
              {(network) => [
                ['Succeeded', formatAmount(network.succeeded)],
                ['Failed', formatAmount(network.failed)],
                ['Other', formatAmount(restOf(network))],
                ['Success rate', successRate(network) ?? 'None ended'],
                [inAndOut, formatUgx(network.amount)],
              ]}
            </Exact>
          )}
        />
        {networkParts.map(({ key, name, color }) => (
          <Bar key={key} dataKey={key} name={name} stackId="requests" fill={color} {...bar} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

const longestName = 16;

export function BalanceBars({ bars, title }: { bars: readonly BalanceBar[]; title: string }) {
  const nameOf = (key: string) => shorten(bars.find((each) => each.key === key)?.name ?? '');
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <BarChart data={[...bars]} layout="vertical" margin={margin} title={title}>
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" tickFormatter={compactAmount} tickMargin={8} {...axis} />
        {/* By its key: two accounts may have one name. */}
        <YAxis
          type="category"
          dataKey="key"
          tickFormatter={nameOf}
          interval={0}
          width="auto"
          {...axis}
        />
        <Tooltip
          cursor={cursor}
          isAnimationActive={false}
          content={(props) => (
            <Exact<BalanceBar> {...props} head={({ name }) => name}>
              {({ accountNumber, balance }) => [
                ...(accountNumber ? [['Number', accountNumber] as const] : []),
                ['Balance', formatUgx(balance)],
              ]}
            </Exact>
          )}
        />
        <Bar
          dataKey="balance"
          fill="var(--accent)"
          radius={[0, 2, 2, 0]}
          {...bar}
          maxBarSize={20}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

function shorten(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name;
}

interface ExactProps<Item> extends Pick<TooltipContentProps, 'active' | 'payload'> {
  head: (item: Item) => string;
  children: (item: Item) => readonly (readonly [label: string, figure: string])[];
}

/** The figures of one bar, to the last shilling. */
function Exact<Item>({ active, payload, head, children }: ExactProps<Item>): ReactNode {
  const item = payload[0]?.payload as Item | undefined;
  if (!active || !item) return null;
  return (
    <div className="max-w-72 rounded-lg bg-surface-raised px-3 py-2 text-13 shadow-float">
      <p className="mb-1 font-medium wrap-anywhere">{head(item)}</p>
      {children(item).map(([label, figure]) => (
        <p key={label} className="tabular flex items-center gap-4">
          <span className="text-muted">{label}</span>
          <span className="ml-auto font-medium">{figure}</span>
        </p>
      ))}
    </div>
  );
}
