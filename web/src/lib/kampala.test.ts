import { expect, it } from 'vitest';
import { kampalaDay, kampalaTime } from './kampala.ts';

it.each([
  ['2026-01-31T20:59:59.999Z', 0, '2026-01-31'],
  ['2026-01-31T21:00:00.000Z', 0, '2026-02-01'],
  ['2026-03-01T12:00:00.000Z', 1, '2026-02-28'],
  ['2026-03-01T12:00:00.000Z', 89, '2025-12-02'],
])('at %s, %i days back, it is %s', (now, days, day) => {
  expect(kampalaDay(days, Date.parse(now))).toBe(day);
});

it('writes the Kampala wall clock, and keeps an invalid time as it is', () => {
  expect(kampalaTime('2026-01-31T21:05:09.123Z')).toBe('2026-02-01 00:05:09');
  expect(kampalaTime('not-a-date')).toBe('not-a-date');
});
