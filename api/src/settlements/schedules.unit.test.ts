import { startOfDay } from '@sente/contract/kampala';
import { expect, it } from 'vitest';
import { dueDayOf } from './schedules.ts';

/** A Monday. */
const monday = '2035-01-01';
const at = (day: string, hour: number) => startOfDay(day) + hour * 3_600_000;

it.each([
  ['day', null, at(monday, 6), monday],
  ['day', null, at(monday, 5), '2034-12-31'],
  ['week', 1, at(monday, 7), monday],
  ['week', 1, at('2035-01-04', 7), monday],
  ['week', 7, at(monday, 7), '2034-12-31'],
  ['week', 2, at(monday, 7), '2034-12-26'],
] as const)('every %s, weekday %s: the last day that is due', (every, weekday, now, day) => {
  expect(dueDayOf({ every, weekday }, now)).toBe(day);
});
