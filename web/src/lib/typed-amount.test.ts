import { expect, it } from 'vitest';
import { groupDigits, readAmount } from './typed-amount.ts';

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

// "|" is the caret.
it.each([
  ['1000|', '1,000|'],
  ['1|000', '1|,000'],
  ['12,3456|', '123,456|'],
  ['1,0005|00', '1,000,5|00'],
  ['1,00|', '100|'],
  ['|1234567.50', '|1,234,567.50'],
  ['1234.|', '1,234.|'],
  ['1 000|', '1,000|'],
  ['12a4|', '12a4|'],
  ['1.2.3|', '1.2.3|'],
  ['-5000|', '-5000|'],
  ['|', '|'],
])('"%s" becomes "%s"', (typed, grouped) => {
  const { text, caret } = groupDigits(typed.replace('|', ''), typed.indexOf('|'));
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(grouped);
});
