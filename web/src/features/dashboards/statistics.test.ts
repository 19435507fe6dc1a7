import { describe, expect, it } from 'vitest';
import {
  barsOf,
  completeStatistics,
  daysIn,
  inMillions,
  placeholderDays,
  scaleOf,
  trendOf,
} from './statistics.ts';

describe('an answer without data', () => {
  it.each([null, undefined, {}, { transactionTrends: [] }])('%j is all zeros', (answer) => {
    const { overview, transactionTrends, ...rest } = completeStatistics(answer);
    expect(overview).toEqual({
      totalCompanies: 0,
      totalBalance: 0,
      totalCredits: 0,
      totalDebits: 0,
      totalCompaniesChange: '0%',
      totalBalanceChange: '0%',
      totalCreditsChange: '0%',
      totalDebitsChange: '0%',
    });
    expect(transactionTrends).toEqual(
      ['01', '02', '03', '04', '05', '06', '07'].map((day) => ({
        date: `2024-01-${day}`,
        credits: 0,
        debits: 0,
      })),
    );
    expect(rest).toMatchObject({ recentTransactions: [], pendingApprovals: 0, activeUsers: 0 });
  });

  it('keeps what is there', () => {
    const answer = completeStatistics({ activeUsers: 4, transactionTrends: [placeholderDays[6]!] });
    expect(answer.activeUsers).toBe(4);
    expect(answer.transactionTrends).toHaveLength(1);
  });
});

it.each([
  ['7days', 7],
  ['30days', 30],
  ['90days', 40],
] as const)('%s of forty days are the last %i', (period, count) => {
  const trend = Array.from({ length: 40 }, (_, index) => ({
    date: `day ${index}`,
    credits: index,
    debits: 0,
  }));
  const days = daysIn(trend, period);
  expect(days).toHaveLength(count);
  expect(days.at(-1)).toBe(trend.at(-1));
});

describe('bars', () => {
  const day = (index: number) => ({ date: `day ${index}`, credits: 10, debits: index });
  const days = (count: number) => Array.from({ length: count }, (_, index) => day(index));

  it.each([0, 7, 31])('are one a day of %i days', (count) => {
    expect(barsOf(days(count))).toEqual(days(count).map((each) => ({ ...each, until: each.date })));
  });

  it('are one a week of more, the oldest being short', () => {
    const bars = barsOf(days(90));
    expect(bars).toHaveLength(13);
    expect(bars[0]).toEqual({ date: 'day 0', until: 'day 5', credits: 60, debits: 15 });
    expect(bars[1]).toMatchObject({ date: 'day 6', until: 'day 12', credits: 70 });
    expect(bars.at(-1)).toMatchObject({ date: 'day 83', until: 'day 89', credits: 70 });
    expect(bars.reduce((sum, { debits }) => sum + debits, 0)).toBe((89 * 90) / 2);
  });

  it('have no short week when the days come out even', () => {
    expect(barsOf(days(35)).map(({ credits }) => credits)).toEqual([70, 70, 70, 70, 70]);
  });
});

it.each([
  ['+4.2%', 'up'],
  ['-1.0%', 'down'],
  ['0%', 'down'],
  ['4.2%', 'down'],
  ['', 'down'],
])('%j is %s', (change, trend) => {
  expect(trendOf(change)).toBe(trend);
});

it.each([
  [0, '0.0M'],
  [1_240_000, '1.2M'],
  [49_999, '0.0M'],
  [-2_500_000, '-2.5M'],
  [1_234_000_000, '1234.0M'],
])('%i at the axis is %s', (amount, text) => {
  expect(inMillions(amount)).toBe(text);
});

describe('the steps of the axis', () => {
  const day = (credits: number, debits: number) => ({ date: '2026-01-01', credits, debits });

  it.each([
    ['nothing', [day(0, 0)], ['0.0M']],
    ['no days', [], ['0.0M']],
    ['less than a step', [day(99_999, 0)], ['0.0M']],
    ['two steps', [day(0, 0), day(10, 250_000)], ['0.0M', '0.1M', '0.2M']],
  ])('are told apart for %s', (_what, points, texts) => {
    expect(scaleOf(points)?.ticks.map(inMillions)).toEqual(texts);
  });

  it('are left to the library where they can be told apart anyway', () => {
    expect(scaleOf([day(400_000, 0)])).toBeUndefined();
  });
});
