import { expect, it } from 'vitest';
import { formatAmount } from './money.ts';

it.each([
  [0, '0'],
  [-0, '0'],
  [999, '999'],
  [1_234_567, '1,234,567'],
  [1_000_000_000, '1,000,000,000'],
  [1234.5, '1,234.50'],
  [0.01, '0.01'],
  [0.004, '0'],
  [-0.004, '0'],
  [1234.999, '1,235'],
  [-2500, '-2,500'],
  [-2500.25, '-2,500.25'],
])('formats %s as %s', (ugx, text) => {
  expect(formatAmount(ugx)).toBe(text);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined])('shows a dash for %s', (value) => {
  expect(formatAmount(value)).toBe('-');
});
