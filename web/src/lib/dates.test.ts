import { expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatLongDate,
  formatShortTime,
  formatWeekday,
  timeAgo,
  toIso,
} from './dates.ts';

it("shows dates in Kampala time, whatever the machine's zone", () => {
  expect(formatDate('2024-01-05T12:07:00Z')).toBe('Jan 05, 2024');
  expect(formatShortTime('2024-01-05T12:07:00Z')).toBe('Jan 05, 2024, 3:07 PM');
  expect(formatLongDate('2024-01-05T12:07:00Z')).toBe('January 05, 2024');
  expect(formatDateTime('2024-01-05T12:07:00Z')).toBe('January 05, 2024 at 3:07 PM');
  expect(formatWeekday('2024-01-05T22:07:00Z')).toBe('Saturday, January 6, 2024');
});

it('moves to the next day at 21:00 UTC', () => {
  expect(formatDate('2024-12-31T20:59:59Z')).toBe('Dec 31, 2024');
  expect(formatDate('2024-12-31T21:00:00Z')).toBe('Jan 01, 2025');
  expect(formatDateTime('2024-12-31T21:00:00Z')).toBe('January 01, 2025 at 12:00 AM');
});

it('shows noon and midnight on a twelve-hour clock', () => {
  expect(formatDateTime('2024-03-09T09:00:00Z')).toBe('March 09, 2024 at 12:00 PM');
  expect(formatDateTime('2024-03-09T06:30:00Z')).toBe('March 09, 2024 at 9:30 AM');
});

it('accepts dates, milliseconds, plain dates, other zones and times without a zone', () => {
  expect(formatDate(new Date(Date.UTC(2024, 0, 5)))).toBe('Jan 05, 2024');
  expect(formatDate(Date.UTC(2024, 0, 5))).toBe('Jan 05, 2024');
  expect(formatDate('2024-01-05')).toBe('Jan 05, 2024');
  expect(formatDateTime('2024-01-05T15:07:00+03:00')).toBe('January 05, 2024 at 3:07 PM');
  expect(formatDateTime('2024-01-05T12:07:00.123')).toBe('January 05, 2024 at 3:07 PM');
  expect(formatDateTime('2024-01-05 12:07:00')).toBe('January 05, 2024 at 3:07 PM');
  expect(formatExactTime('2024-01-05 12:07:42')).toBe('January 05, 2024 at 3:07:42 PM');
});

it.each([
  'not-a-date',
  'not-a-date-1',
  '5',
  '',
  '  ',
  '2024-13-01',
  '2024-02-30',
  '2024-01-05T99:00:00Z',
  '2024-01-05T10:00:00 nonsense',
  null,
  undefined,
  Number.NaN,
  new Date('x'),
])('says Invalid Date for %s', (value) => {
  expect(formatDate(value)).toBe('Invalid Date');
  expect(formatLongDate(value)).toBe('Invalid Date');
  expect(formatDateTime(value)).toBe('Invalid Date');
  expect(timeAgo(value)).toBe('Invalid Date');
  expect(toIso(value)).toBeUndefined();
});

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [119, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [3600, '1 hour ago'],
  [23 * 3600, '23 hours ago'],
  [86_400, '1 day ago'],
  [6 * 86_400, '6 days ago'],
  [14 * 86_400, '2 weeks ago'],
  [60 * 86_400, '2 months ago'],
  [800 * 86_400, '2 years ago'],
  [-2 * 3600, 'in 2 hours'],
  [-(7 * 86_400 - 5), 'in 7 days'],
  [-(6.5 * 86_400), 'in 6 days'],
])('shows %s seconds as "%s"', (seconds, text) => {
  const now = Date.UTC(2024, 5, 1, 12);
  expect(timeAgo(now - seconds * 1000, now)).toBe(text);
});
