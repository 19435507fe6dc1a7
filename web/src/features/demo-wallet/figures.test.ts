import { describe, expect, it } from 'vitest';
import { byDay, daysOf, inLastDays, matching, percentText, spendingOf, sumOf } from './figures.ts';
import { balanceUgx, historyDays, sampleTransactions } from './sample-data.ts';

const dayMs = 86_400_000;
/** Half an hour after midnight in Kampala, when it is still yesterday in London. */
const nowMs = Date.parse('2026-03-10T21:30:00Z');
const transactions = sampleTransactions(nowMs);

describe('the sample transactions', () => {
  it('the samples are the same on every visit, newest first, without duplicates', () => {
    expect(sampleTransactions(nowMs)).toEqual(transactions);
    const daysAgo = transactions.map((each) => each.daysAgo);
    expect(daysAgo).toEqual([...daysAgo].toSorted((a, b) => a - b));
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
  });

  it('the samples are dated back from today in Kampala and cover the longest range', () => {
    expect(transactions[0]?.date).toBe('2026-03-11');
    expect(transactions.at(-1)?.daysAgo).toBeGreaterThan(historyDays - 7);
    expect(Math.max(...transactions.map(({ daysAgo }) => daysAgo))).toBeLessThan(historyDays);
    const tomorrow = sampleTransactions(nowMs + dayMs);
    expect(tomorrow[0]?.date).toBe('2026-03-12');
    expect(tomorrow.map(({ amountUgx }) => amountUgx)).toEqual(
      transactions.map(({ amountUgx }) => amountUgx),
    );
  });

  it.each([7, 30, 90])('the samples have income and expense within %i days', (days) => {
    const lately = inLastDays(transactions, days);
    expect(sumOf(lately, 'income')).toBeGreaterThan(0);
    expect(sumOf(lately, 'expense')).toBeGreaterThan(0);
  });
});

describe('the days', () => {
  const days = daysOf(transactions, { days: 90, balanceUgx, nowMs });

  it('the days end today with the current balance', () => {
    expect(days).toHaveLength(91);
    expect(days[0]?.date).toBe('2025-12-11');
    expect(days.at(-1)).toMatchObject({ date: '2026-03-11', balance: balanceUgx });
  });

  it('the daily balances follow from one another and are never negative', () => {
    for (const [index, day] of days.entries()) {
      const before = days[index - 1];
      if (before) expect(day.balance - before.balance, day.date).toBe(day.credits - day.debits);
      expect(day.balance, day.date).toBeGreaterThanOrEqual(0);
    }
  });

  it('the days and the list have the same totals', () => {
    const sum = (of: 'credits' | 'debits') => days.reduce((total, day) => total + day[of], 0);
    expect(sum('credits')).toBe(sumOf(transactions, 'income'));
    expect(sum('debits')).toBe(sumOf(transactions, 'expense'));
  });
});

describe('the spending', () => {
  it.each([7, 30, 90])(
    'the spending of %i days names the largest categories and adds up',
    (count) => {
      const lately = inLastDays(transactions, count);
      const spending = spendingOf(lately);
      const named = spending.filter(({ name }) => name !== 'Other');
      expect(named.length).toBeLessThanOrEqual(5);
      expect(named.map(({ amountUgx }) => amountUgx)).toEqual(
        named.map(({ amountUgx }) => amountUgx).toSorted((a, b) => b - a),
      );
      expect(spending.reduce((sum, { amountUgx }) => sum + amountUgx, 0)).toBe(
        sumOf(lately, 'expense'),
      );
      expect(spending.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
      expect(new Set(spending.map(({ color }) => color)).size).toBe(spending.length);
    },
  );

  it('the spending is in whole percent', () => {
    expect(percentText(0.244)).toBe('24%');
    expect(percentText(0.004)).toBe('under 1%');
    expect(percentText(0)).toBe('0%');
  });
});

describe('the list', () => {
  it('the list is searched by title, method and category, case-insensitively', () => {
    const titles = (search: string) => [
      ...new Set(matching(transactions, { search, type: 'all' }).map(({ title }) => title)),
    ];
    expect(titles(' RENT ')).toEqual(['Rent, Ntinda']);
    expect(titles('school')).toEqual(['School fees, Kato']);
    expect(titles('airtel money')).toEqual(['Airtime and data', 'Cash from an agent']);
    expect(titles('no such thing')).toEqual([]);
  });

  it('the list is filtered by income or expense, together with the search', () => {
    const income = matching(transactions, { search: '', type: 'income' });
    const expense = matching(transactions, { search: '', type: 'expense' });
    expect(income.every(({ direction }) => direction === 'income')).toBe(true);
    expect(income.length + expense.length).toBe(transactions.length);
    expect(matching(transactions, { search: 'rent', type: 'income' })).toEqual([]);
  });

  it('the list is grouped by day', () => {
    const groups = byDay(transactions);
    expect(groups.slice(0, 3).map(({ label }) => label)).toEqual([
      'Today',
      'Yesterday',
      'Mar 09, 2026',
    ]);
    expect(groups.flatMap((group) => group.transactions)).toEqual(transactions);
  });
});
