import { expect, it } from 'vitest';
import { changeOf } from './figure-cards.tsx';

it.each([
  [12.34, '+12.3%', 'up'],
  [-1, '-1.0%', 'down'],
  [0, '+0.0%', 'up'],
  [-0, '+0.0%', 'up'],
  [-0.04, '+0.0%', 'up'],
  [-0.05, '-0.1%', 'down'],
  [100, '+100.0%', 'up'],
  [1234.56, '+1,234.6%', 'up'],
])('shows %s as %s, %s', (percent, change, trend) => {
  expect(changeOf(percent)).toEqual({ change, trend });
});

it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
  'shows nothing for %s',
  (value) => {
    expect(changeOf(value)).toBeUndefined();
  },
);
