import { expect, it } from 'vitest';
import { secondsUntil } from './clock.mjs';

const nowMs = Date.parse('2028-02-29T21:00:00Z');

it.each([
  ['2028-03-01 00:10', 600],
  ['2028-02-29T23:59:30', -30],
  ['2027-12-31 23:58', -5_184_120],
])('moves the clock to %s in Kampala', (moment, seconds) => {
  expect(secondsUntil(moment, nowMs)).toBe(seconds);
});

it.each([undefined, '', 'noon', '2028-13-01 00:10', '2028-03-01'])(
  'requires a moment instead of %s',
  (moment) => {
    expect(() => secondsUntil(moment, nowMs)).toThrow('Name the moment in Kampala time');
  },
);
