import { expect, it } from 'vitest';
import { stockLevel } from './stock-badge.tsx';

it.each([
  [10, true, 'plenty'],
  [9, true, 'low'],
  [1, true, 'low'],
  [0, true, 'out'],
  [0, false, 'plenty'],
  [3, false, 'plenty'],
] as const)('%i left, active %s: %s', (stock, active, level) => {
  expect(stockLevel({ stock, active })).toBe(level);
});
