import { rateText, successRate } from '@sente/contract/success-rate';
import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { formatAmount, sumUgx } from '../../lib/money.ts';
import { dayWords } from '../../ui/charts/money-flow.ts';

type Points = NonNullable<CompanyAnalytics['points']>;
type Accounts = NonNullable<CompanyAnalytics['accounts']>;
export type Status = NonNullable<CompanyAnalytics['statuses']>[number];
export type Network = NonNullable<CompanyAnalytics['networks']>[number];

/** The money of a network, in both directions. */
export const inAndOut = 'Amount in and out';

/** "92.3%" of finished requests; null without any. */
export function successText({
  succeeded,
  failed,
}: Pick<Network, 'succeeded' | 'failed'>): string | null {
  return rateText(successRate(succeeded, failed));
}

/** Neither succeeded nor failed: pending, or imported with another status. */
export function restOf({ requests, succeeded, failed }: Network): number {
  return Math.max(0, requests - succeeded - failed);
}

/** Null if the reader may not see transactions. */
export function totalsOf({ points, networks }: CompanyAnalytics) {
  if (!points || !networks) return null;
  const credits = sumUgx(...points.map((point) => point.credits));
  const debits = sumUgx(...points.map((point) => point.debits));
  const requests = {
    succeeded: sumUgx(...networks.map(({ succeeded }) => succeeded)),
    failed: sumUgx(...networks.map(({ failed }) => failed)),
  };
  return {
    credits,
    debits,
    net: sumUgx(credits, -debits),
    ...requests,
    successRate: successText(requests),
  };
}

/** "+12.5%" against the days before; undefined if there is nothing to compare with. */
export function changeText(now: number, before: number | undefined): string | undefined {
  if (before === undefined || before === 0) return undefined;
  const percent = Math.round(((now - before) / Math.abs(before)) * 1_000) / 10;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}

export function hasMovements(
  points: readonly Pick<Points[number], 'credits' | 'debits'>[],
): boolean {
  return points.some(({ credits, debits }) => credits !== 0 || debits !== 0);
}

export function hasTransactions(statuses: readonly Status[]): boolean {
  return statuses.some(({ transactions }) => transactions > 0);
}

/** No chart has data. Hidden data does not count as empty. */
export function hasNothingToDraw({ statuses, networks, accounts }: CompanyAnalytics): boolean {
  if (!statuses || !networks || !accounts) return false;
  return !hasTransactions(statuses) && networks.length === 0 && accounts.length === 0;
}

export interface BalanceBar {
  readonly key: string;
  readonly name: string;
  /** Empty for the sum of the others. */
  readonly accountNumber: string;
  readonly balance: number;
}

/** Of the sum of all; rounded, and "under 1%" instead of nothing. */
export function shareText(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%';
  const percent = (part / whole) * 100;
  return percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
}

/** The named accounts, and one bar for all others. */
export function balancesOf(
  accounts: Accounts,
  others: CompanyAnalytics['otherAccounts'],
): readonly BalanceBar[] {
  const named = accounts.map(({ id, accountName, accountNumber, balance }) => ({
    key: id,
    name: accountName,
    accountNumber,
    balance,
  }));
  if (!others || others.count === 0) return named;
  const { count, balance } = others;
  const name = `${formatAmount(count)} other ${count === 1 ? 'account' : 'accounts'}`;
  return [...named, { key: 'others', name, accountNumber: '', balance }];
}

const monthNames = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  year: 'numeric',
});

/** "Jan 2026", for the first day of a month. */
function monthText(date: string): string {
  const atMs = Date.parse(date);
  return Number.isNaN(atMs) ? date : monthNames.format(atMs);
}

/** By the unit of the points. */
export const pointWords = { day: dayWords, month: { short: monthText, long: monthText } };
