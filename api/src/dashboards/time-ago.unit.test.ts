import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date('2026-03-01T12:00:00Z');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-5 * minute, 'just now'],
  [0, 'just now'],
  [59 * second, 'just now'],
  [minute, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [3 * hour, '3 hours ago'],
  [day - 1, '23 hours ago'],
  [day, '1 day ago'],
  [2 * day, '2 days ago'],
  [30 * day - 1, '29 days ago'],
  [30 * day, '1 month ago'],
  [364 * day, '12 months ago'],
  [365 * day, '1 year ago'],
  [800 * day, '2 years ago'],
])('%i ms is %s', (passed, text) => {
  expect(timeAgo(new Date(now.getTime() - passed), now)).toBe(text);
});
