import { expect, it } from 'vitest';
import { readAmount } from './typed-amount.ts';

it.each([
  ['1000', 1_000],
  [' 1,234,567.50 ', 1_234_567.5],
  ['1 000', 1_000],
  ['-5', -5],
  ['1,5', Number.NaN],
  ['12,34', Number.NaN],
  ['1,000 000', Number.NaN],
  ['1 0 0', Number.NaN],
  ['1e3', Number.NaN],
  ['abc', Number.NaN],
  ['', Number.NaN],
])('"%s" is read as %d', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
