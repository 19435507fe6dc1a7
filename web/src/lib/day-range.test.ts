import { expect, it } from 'vitest';
import { daysOfRange } from './day-range.ts';

/** After midnight in Kampala, before midnight in London. */
const now = Date.parse('2026-03-01T21:30:00.000Z');

it.each([
  ['7', '2026-02-23'],
  ['30', '2026-01-31'],
  ['90', '2025-12-02'],
  ['all', '2020-01-01'],
] as const)('%s begins on %s and ends today', (range, startDate) => {
  expect(daysOfRange(range, now)).toEqual({ startDate, endDate: '2026-03-02' });
});
