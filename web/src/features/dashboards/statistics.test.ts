import { describe, expect, it } from 'vitest';
import { completeStatistics, daysIn, placeholderDays, trendOf } from './statistics.ts';

describe('an answer without data', () => {
  it.each([null, undefined, {}, { transactionTrends: [] }])(
    'a missing answer %j is all zeros',
    (answer) => {
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
    },
  );

  it('a partial answer keeps its values', () => {
    const answer = completeStatistics({ activeUsers: 4, transactionTrends: [placeholderDays[6]!] });
    expect(answer.activeUsers).toBe(4);
    expect(answer.transactionTrends).toHaveLength(1);
  });
});

it.each([
  ['7days', 8],
  ['30days', 31],
  ['90days', 40],
] as const)('%s of forty days shows the last %i', (period, count) => {
  const trend = Array.from({ length: 40 }, (_, index) => ({
    date: `day ${index}`,
    credits: index,
    debits: 0,
  }));
  const days = daysIn(trend, period);
  expect(days).toHaveLength(count);
  expect(days.at(-1)).toBe(trend.at(-1));
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
