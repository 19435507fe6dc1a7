import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { expect, it } from 'vitest';
import { currentPeriod, daysOfTrend, previousPeriod } from './periods.ts';

it.each([
  ['2026-01-31T20:59:59.999Z', '2026-01-31'],
  ['2026-01-31T21:00:00.000Z', '2026-02-01'],
  ['2024-02-28T21:00:00.000Z', '2024-02-29'],
])('%s lies in the Ugandan day %s', (at, day) => {
  expect(kampalaDay(Date.parse(at))).toBe(day);
});

it('begins a day three hours before midnight in London', () => {
  expect(new Date(startOfDay('2026-02-01')).toISOString()).toBe('2026-01-31T21:00:00.000Z');
});

it('compares thirty days that end today with the thirty before', () => {
  expect(currentPeriod('2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(previousPeriod('2026-03-01')).toEqual({ from: '2026-01-01', to: '2026-01-30' });
});

it('shows ninety days, the oldest first, each once', () => {
  const days = daysOfTrend('2026-03-01');
  expect(days).toHaveLength(90);
  expect(new Set(days)).toHaveLength(90);
  expect(days[0]).toBe('2025-12-02');
  expect(days.at(-1)).toBe('2026-03-01');
});
