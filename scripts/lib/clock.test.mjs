import { expect, it } from 'vitest';
import { movedClock } from './clock.mjs';

const library = '/lib/libfaketime.so.1';
const nowMs = Date.parse('2028-02-29T21:00:00Z');

it.each([
  ['2028-03-01 00:10', '+600s'],
  ['2028-02-29T23:59:30', '-30s'],
  ['2027-12-31 23:58', '-5184120s'],
])('moves the clock to %s in Kampala by a fixed distance', (moment, distance) => {
  expect(movedClock(moment, nowMs, library)).toMatchObject({
    LD_PRELOAD: library,
    FAKETIME: distance,
  });
});

it.each([undefined, '', 'noon', '2028-13-01 00:10', '2028-03-01'])(
  'asks for a moment instead of %s',
  (moment) => {
    expect(() => movedClock(moment, nowMs, library)).toThrow('Name the moment in Kampala time');
  },
);
