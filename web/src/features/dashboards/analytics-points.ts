import { networkWord } from '@sente/contract/payments';
import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatUgx } from '@sente/contract/money';
import { formatAmount } from '../../lib/money.ts';
import type { ChartPoint, Series } from '../../ui/charts/chart-point.ts';
import type { DateWords } from '../../ui/charts/money-flow.ts';
import { statusWord } from '@sente/contract/movement-words';
import { inAndOut, restOf, successText, type Network, type Status } from './analytics-figures.ts';

const good = 'var(--success)';
const bad = 'var(--danger)';
const open = 'var(--warning)';

export const statusColors: Record<Status['status'], string> = {
  completed: good,
  pending: open,
  failed: bad,
};

/** Each bar has the colour of its status. */
export const statusSeries: readonly Series[] = [{ name: 'Transactions', color: open }];

export function statusPoints(statuses: readonly Status[]): readonly ChartPoint[] {
  return statuses.map(({ status, transactions, amount }) => ({
    label: statusWord(status),
    title: statusWord(status),
    values: [transactions],
    color: statusColors[status],
    figures: [
      { label: 'Transactions', text: formatAmount(transactions) },
      { label: 'Amount', text: formatUgx(amount) },
    ],
  }));
}

/** The parts of a network's bar, from the bottom. */
export const networkSeries: readonly Series[] = [
  { name: 'Succeeded', color: good },
  { name: 'Failed', color: bad },
  { name: 'Other', color: open },
];

/** In the order of `networkSeries`. */
export function networkCounts(network: Network): readonly number[] {
  return [network.succeeded, network.failed, restOf(network)];
}

export function networkPoints(networks: readonly Network[]): readonly ChartPoint[] {
  return networks.map((network) => {
    const values = networkCounts(network);
    return {
      label: networkWord(network.network),
      title: networkWord(network.network),
      values,
      figures: [
        ...networkSeries.map(({ name, color }, at) => ({
          label: name,
          color,
          text: formatAmount(values[at]),
        })),
        { label: 'Success rate', text: successText(network) ?? 'None ended' },
        { label: inAndOut, text: formatUgx(network.amount) },
      ],
    };
  });
}

export const balanceSeries: readonly Series[] = [{ name: 'Balance', color: 'var(--accent)' }];

export function balancePoints(
  balances: NonNullable<CompanyAnalytics['balances']>,
  { short, long }: DateWords,
): readonly ChartPoint[] {
  return balances.map(({ date, balance }) => ({
    label: short(date),
    title: long(date),
    values: [balance],
    figures: [{ label: 'Balance', color: 'var(--accent)', text: formatUgx(balance) }],
  }));
}
