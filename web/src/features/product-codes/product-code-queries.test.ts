import { expect, it } from 'vitest';
import { isUsed } from './product-code-queries.ts';

it.each([
  [1, true],
  ['1', true],
  [true, true],
  ['true', true],
  [0, false],
  ['0', false],
  [false, false],
  ['false', false],
  [null, false],
  [undefined, false],
  ['yes', false],
])('the flag %j is used: %s', (used, expected) => {
  expect(isUsed({ used })).toBe(expected);
});
