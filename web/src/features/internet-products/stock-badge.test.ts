import { expect, it } from 'vitest';
import { stockLevel } from './stock-badge.tsx';

it.each([
  [11, 10, true, 'plenty'],
  [10, 10, true, 'low'],
  [1, 10, true, 'low'],
  [18, 20, true, 'low'],
  [1, null, true, 'plenty'],
  [0, null, true, 'out'],
  [0, 10, true, 'out'],
  [0, 10, false, 'plenty'],
  [3, 10, false, 'plenty'],
] as const)('%i left, low at %s, active %s: %s', (stock, lowStockAt, active, level) => {
  expect(stockLevel({ stock, lowStockAt, active })).toBe(level);
});
