import { formatDate } from '../../lib/dates.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import type { Category, Direction, SampleTransaction } from './sample-data.ts';

type Transactions = readonly SampleTransaction[];

/** Today and this many days before it, as everywhere in the portal. */
export function inLastDays(transactions: Transactions, days: number): Transactions {
  return transactions.filter(({ daysAgo }) => daysAgo <= days);
}

export function sumOf(transactions: Transactions, direction: Direction): number {
  return transactions.reduce(
    (sum, each) => (each.direction === direction ? sum + each.amountUgx : sum),
    0,
  );
}

export interface WalletDay {
  readonly date: string;
  /** Money in and out, named like the series of all charts. */
  readonly credits: number;
  readonly debits: number;
  /** At the end of the day. */
  readonly balance: number;
}

/** Oldest first, up to today. Balances are computed back from the current one. */
export function daysOf(
  transactions: Transactions,
  { days, balanceUgx, nowMs = Date.now() }: { days: number; balanceUgx: number; nowMs?: number },
): readonly WalletDay[] {
  const newestFirst: WalletDay[] = [];
  let balance = balanceUgx;
  for (let daysAgo = 0; daysAgo <= days; daysAgo += 1) {
    const ofDay = transactions.filter((each) => each.daysAgo === daysAgo);
    const credits = sumOf(ofDay, 'income');
    const debits = sumOf(ofDay, 'expense');
    newestFirst.push({ date: kampalaDay(daysAgo, nowMs), credits, debits, balance });
    balance += debits - credits;
  }
  return newestFirst.toReversed();
}

export interface Spending {
  readonly name: Category | 'Other';
  readonly amountUgx: number;
  /** The share of all spending, from 0 to 1. */
  readonly share: number;
  readonly color: string;
}

/** A lighter shade in both themes. */
const light = (color: string) => `color-mix(in srgb, ${color} 55%, var(--on-accent))`;

/** A category keeps its colour in every range. */
const colors: Partial<Record<Spending['name'], string>> = {
  Home: 'var(--accent)',
  Food: 'var(--info)',
  School: 'var(--warning)',
  Savings: light('var(--accent)'),
  Bills: light('var(--info)'),
  Cash: light('var(--warning)'),
  Family: 'color-mix(in srgb, var(--info) 50%, var(--danger))',
  Transport: 'color-mix(in srgb, var(--info) 50%, var(--accent))',
};
const otherColor = 'var(--line-strong)';
const namedCount = 5;

/** The largest categories by name, descending, and the others summed. */
export function spendingOf(transactions: Transactions): readonly Spending[] {
  const amounts = new Map<Category, number>();
  for (const { direction, category, amountUgx } of transactions) {
    if (direction === 'expense') amounts.set(category, (amounts.get(category) ?? 0) + amountUgx);
  }
  const total = sumOf(transactions, 'expense');
  const sorted = [...amounts].toSorted(([, a], [, b]) => b - a);
  const part = (name: Spending['name'], amountUgx: number): Spending => ({
    name,
    amountUgx,
    share: amountUgx / total,
    color: colors[name] ?? otherColor,
  });
  const named = sorted.slice(0, namedCount).map(([name, amountUgx]) => part(name, amountUgx));
  const rest = sorted.slice(namedCount).reduce((sum, [, amountUgx]) => sum + amountUgx, 0);
  return rest === 0 ? named : [...named, part('Other', rest)];
}

/** "24%", and "under 1%" instead of 0. */
export function percentText(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? 'under 1%' : `${percent}%`;
}

/** By title, method and category, case-insensitive. */
export function matching(
  transactions: Transactions,
  { search, type }: { search: string; type: Direction | 'all' },
): Transactions {
  const wanted = search.trim().toLowerCase();
  return transactions.filter(
    ({ title, method, category, direction }) =>
      (type === 'all' || direction === type) &&
      [title, method, category].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export interface DayGroup {
  readonly date: string;
  readonly label: string;
  readonly transactions: Transactions;
}

/** Keeps the order, which is by day. */
export function byDay(transactions: Transactions): readonly DayGroup[] {
  const groups = new Map<
    string,
    { date: string; label: string; transactions: SampleTransaction[] }
  >();
  for (const each of transactions) {
    const group = groups.get(each.date) ?? {
      date: each.date,
      label: dayLabel(each),
      transactions: [],
    };
    group.transactions.push(each);
    groups.set(each.date, group);
  }
  return [...groups.values()];
}

/** "Today", "Yesterday", then "Jan 05, 2024". */
export function dayLabel({ daysAgo, date }: SampleTransaction): string {
  return ['Today', 'Yesterday'][daysAgo] ?? formatDate(date);
}
