import type { CompanyAnalytics } from '@sente/contract/company-analytics';
import { describe, expect, it } from 'vitest';
import {
  balancesOf,
  hasNothingToDraw,
  pointWords,
  restOf,
  successText,
  totalsOf,
} from './analytics-figures.ts';
import { compactAmount } from '../../lib/money.ts';

const none: CompanyAnalytics = {
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  unit: 'day',
  points: [{ date: '2026-01-01', credits: 0, debits: 0 }],
  balances: [],
  before: null,
  leftOut: 0,
  statuses: [{ status: 'completed', transactions: 0, amount: 0 }],
  networks: [],
  accounts: [],
  otherAccounts: { count: 0, balance: 0 },
};
const network = { network: 'MTN', requests: 10, succeeded: 6, failed: 2, amount: 1 };
const account = { id: 'a', accountName: 'Till', accountNumber: '1', balance: 5 };

describe('the success rate', () => {
  it.each([
    [6, 2, '75.0%'],
    [2, 1, '66.7%'],
    [23, 4, '85.2%'],
    [9999, 1, '99.9%'],
    [1, 9999, '0.1%'],
    [0, 3, '0.0%'],
    [0, 0, null],
  ])('the success rate of %i successes and %i failures is %s', (succeeded, failed, rate) => {
    expect(successText({ succeeded, failed })).toBe(rate);
  });

  it('the success rate ignores open payments', () => {
    expect(restOf(network)).toBe(2);
    expect(restOf({ ...network, requests: 1 })).toBe(0);
  });
});

it('sums are exact to the cent', () => {
  const points = [0.1, 0.2, 0.7].map((credits) => ({ date: '', credits, debits: 0.1 }));
  expect(totalsOf({ ...none, points, networks: [network] })).toEqual({
    credits: 1,
    debits: 0.3,
    net: 0.7,
    succeeded: 6,
    failed: 2,
    successRate: '75.0%',
  });
});

it('has no totals for hidden data', () => {
  expect(totalsOf({ ...none, points: null, statuses: null, networks: null })).toBeNull();
});

it.each([
  [none, true],
  [{ ...none, networks: [network] }, false],
  [{ ...none, accounts: [account] }, false],
  [{ ...none, points: null, statuses: null, networks: null }, false],
  [{ ...none, accounts: null, otherAccounts: null }, false],
  [{ ...none, statuses: [{ status: 'failed', transactions: 1, amount: 2 }] }, false],
] satisfies [CompanyAnalytics, boolean][])(
  'recognises that there is nothing to draw',
  (analytics, isNothing) => {
    expect(hasNothingToDraw(analytics)).toBe(isNothing);
  },
);

it.each([
  [0, ['Till']],
  [1, ['Till', '1 other account']],
  [1_200, ['Till', '1,200 other accounts']],
])('the chart with %i others has these bars', (count, names) => {
  const bars = balancesOf([account], { count, balance: 7 });
  expect(bars.map(({ name }) => name)).toEqual(names);
});

it('shortens dates and amounts at the axes', () => {
  expect(pointWords.day.short('2026-01-05')).toBe('Jan 05');
  expect(pointWords.day.long('2026-01-05')).toBe('Jan 05, 2026');
  expect(pointWords.month.short('2026-01-01')).toBe('Jan 2026');
  expect([0, 950, 50_000, 1_050_000_000].map(compactAmount)).toEqual(['0', '950', '50K', '1.05B']);
});
