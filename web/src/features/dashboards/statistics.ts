import type { AdminStatistics } from '@sente/contract/admin-statistics';

export const periods = ['7days', '30days', '90days'] as const;
export type Period = (typeof periods)[number];

const daysOfPeriod: Record<Period, number> = { '7days': 7, '30days': 30, '90days': 90 };

export type TrendDay = AdminStatistics['transactionTrends'][number];

type Overview = AdminStatistics['overview'];
type ShownOverview = { [Name in keyof Overview]: Overview[Name] | string };

/** What the screen draws: nothing is missing, and an amount may be a text that is finished already. */
export type ShownStatistics = Omit<AdminStatistics, 'overview'> & { overview: ShownOverview };

const noOverview: Overview = {
  totalCompanies: 0,
  totalBalance: 0,
  totalCredits: 0,
  totalDebits: 0,
  totalCompaniesChange: '0%',
  totalBalanceChange: '0%',
  totalCreditsChange: '0%',
  totalDebitsChange: '0%',
};
const noSummary = { totalTransactions: 0, totalAmount: 0 };

/** Without data there are seven days of nothing, so that the charts keep their form. */
export const placeholderDays: readonly TrendDay[] = Array.from({ length: 7 }, (_, index) => ({
  date: `2024-01-0${index + 1}`,
  credits: 0,
  debits: 0,
}));

/** Fills in what an answer leaves out. */
export function completeStatistics(
  answer: Partial<AdminStatistics> | null | undefined,
): ShownStatistics {
  return {
    overview: { ...noOverview, ...answer?.overview },
    transactionTrends: filled(answer?.transactionTrends) ?? [...placeholderDays],
    recentTransactions: answer?.recentTransactions ?? [],
    topCompaniesByCredits: answer?.topCompaniesByCredits ?? [],
    topCompaniesByDebits: answer?.topCompaniesByDebits ?? [],
    creditSummary: answer?.creditSummary ?? noSummary,
    debitSummary: answer?.debitSummary ?? noSummary,
    pendingApprovals: answer?.pendingApprovals ?? 0,
    activeUsers: answer?.activeUsers ?? 0,
    failedTransactions: answer?.failedTransactions ?? 0,
  };
}

function filled<Item>(list: Item[] | undefined): Item[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** The last days of the trend; where there are fewer, all of them. */
export function daysIn(trend: readonly TrendDay[], period: Period): readonly TrendDay[] {
  return trend.slice(-daysOfPeriod[period]);
}

/** One day, or seven together. */
export interface FlowBar extends TrendDay {
  /** The last of its days. */
  readonly until: string;
}

/** More pairs of bars than days of a month are too thin to tell apart. */
const mostDailyBars = 31;
const daysOfWeek = 7;

/** Counted back from the newest day, so that only the oldest week can be a short one. */
export function barsOf(days: readonly TrendDay[]): readonly FlowBar[] {
  const size = days.length > mostDailyBars ? daysOfWeek : 1;
  const first = days.length % size;
  const starts = Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    first === 0 ? index * size : Math.max(0, first + (index - 1) * size),
  );
  return starts.map((start, index) => {
    const part = days.slice(start, starts[index + 1]);
    return {
      date: part[0]?.date ?? '',
      until: part.at(-1)?.date ?? '',
      credits: part.reduce((sum, { credits }) => sum + credits, 0),
      debits: part.reduce((sum, { debits }) => sum + debits, 0),
    };
  });
}

/** By the rule of the headline cards: only a plus sign is up, so that "0%" is down. */
export function trendOf(change: string): 'up' | 'down' {
  return change.startsWith('+') ? 'up' : 'down';
}

/** "1.2M": what stands at the axes. */
export function inMillions(amountUgx: number): string {
  return `${(amountUgx / 1_000_000).toFixed(1)}M`;
}

const smallestStep = 100_000;
const usualSteps = 4;

/**
 * What the library would write at the axis of small amounts is "0.0M" several times over: there the
 * steps are those that can be told apart. Nothing at all has only its zero.
 */
export function scaleOf(
  points: readonly TrendDay[],
): { ticks: number[]; domain: [number, number] } | undefined {
  const highest = Math.max(0, ...points.flatMap(({ credits, debits }) => [credits, debits]));
  if (highest >= usualSteps * smallestStep) return undefined;
  const count = Math.floor(highest / smallestStep) + 1;
  const ticks = Array.from({ length: count }, (_, index) => index * smallestStep);
  return { ticks, domain: [0, highest || 1] };
}
