import { expect, it } from 'vitest';
import { daysOf, wrongDays } from './statement-days.ts';

// Already the first of January in Kampala.
const newYear = Date.parse('2025-12-31T21:30:00Z');

it('a range ends today in Kampala and counts today', () => {
  expect(daysOf('Last 7 days', newYear)).toEqual({
    startDate: '2025-12-26',
    endDate: '2026-01-01',
  });
  expect(daysOf('Last 30 days', newYear).startDate).toBe('2025-12-03');
  expect(daysOf('Last 90 days', newYear).startDate).toBe('2025-10-04');
  expect(daysOf('This year', newYear).startDate).toBe('2026-01-01');
});

it('both days are needed, in their order', () => {
  expect(wrongDays({ startDate: '', endDate: '' })).toEqual({
    startDate: 'Start date is required',
    endDate: 'End date is required',
  });
  expect(wrongDays({ startDate: '2026-01-02', endDate: '2026-01-01' })).toEqual({
    startDate: 'Start date must not be after end date',
  });
  expect(wrongDays({ startDate: '2026-01-01', endDate: '2026-01-01' })).toEqual({});
});
