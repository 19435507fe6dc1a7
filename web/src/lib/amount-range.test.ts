import { expect, it } from 'vitest';
import { amountProblem, amountsToSend } from './amount-range.ts';

it.each([
  ['', '', undefined, undefined],
  ['1,000', '', '1000', undefined],
  ['', ' 5 000 ', undefined, '5000'],
  ['5', '5', '5', '5'],
])('sends the range from "%s" to "%s"', (min, max, minAmount, maxAmount) => {
  expect(amountProblem({ min, max })).toBeNull();
  expect(amountsToSend({ min, max })).toEqual({ minAmount, maxAmount });
});

it.each([
  ['x', '', 'min', 'Enter whole shillings'],
  ['', '1.5', 'max', 'Enter whole shillings'],
  ['5000', '1,000', 'max', 'Must not be less than the amount from'],
  // As numbers, not as texts.
  ['10', '9', 'max', 'Must not be less than the amount from'],
])('refuses the range from "%s" to "%s" and sends nothing', (min, max, field, text) => {
  expect(amountProblem({ min, max })).toEqual({ field, text });
  expect(amountsToSend({ min, max })).toEqual({ minAmount: undefined, maxAmount: undefined });
});
