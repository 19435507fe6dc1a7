import { expect, it } from 'vitest';
import { guessNetwork } from './network-guess.ts';

it.each([
  ['077', 'MTN'],
  ['0772 123 456', 'MTN'],
  ['+256 772 123456', 'MTN'],
  ['256392123456', 'MTN'],
  ['(0750) 12-34', 'AIRTEL'],
  ['+25670', 'AIRTEL'],
  ['0712123456', undefined],
  ['07', undefined],
  ['+2567', undefined],
  ['772123456', undefined],
  ['', undefined],
])('accepts %s for %s', (typed, network) => {
  expect(guessNetwork(typed)).toBe(network);
});
