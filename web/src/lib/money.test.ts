import { expect, it } from 'vitest';
import { formatAmount, formatMoney } from './money.ts';

it.each([
  [0, 'UGX 0'],
  [-0, 'UGX 0'],
  [999, 'UGX 999'],
  [1_234_567, 'UGX 1,234,567'],
  [1_000_000_000, 'UGX 1,000,000,000'],
  [1234.5, 'UGX 1,234.50'],
  [0.01, 'UGX 0.01'],
  [0.004, 'UGX 0'],
  [-0.004, 'UGX 0'],
  [1234.999, 'UGX 1,235'],
  [-2500, 'UGX -2,500'],
  [-2500.25, 'UGX -2,500.25'],
])('formats %s as %s', (ugx, text) => {
  expect(formatMoney(ugx)).toBe(text);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined])('shows a dash for %s', (value) => {
  expect(formatMoney(value)).toBe('-');
  expect(formatAmount(value)).toBe('-');
});
