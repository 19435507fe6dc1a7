import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { expect, it } from 'vitest';
import { currentPeriod, daysOfTrend, firstOfWeek, lengthOf, previousPeriod } from './periods.ts';

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

it('compares what begins thirty days before today with as many days before', () => {
  const [now, before] = [currentPeriod('2026-03-01'), previousPeriod('2026-03-01')];
  expect(now).toEqual({ from: '2026-01-30', to: '2026-03-01' });
  expect(before).toEqual({ from: '2025-12-30', to: '2026-01-29' });
  expect(lengthOf(now)).toBe(lengthOf(before));
});

it.each([
  ['2026-03-01', '2026-02-23'],
  ['2026-03-02', '2026-03-02'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on %s', (day, monday) => {
  expect(firstOfWeek(day)).toBe(monday);
});

it('begins ninety days before today, the oldest first, each day once', () => {
  const days = daysOfTrend('2026-03-01');
  expect(days).toHaveLength(91);
  expect(new Set(days)).toHaveLength(91);
  expect(days[0]).toBe('2025-12-01');
  expect(days.at(-1)).toBe('2026-03-01');
});
