import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUgx, fromHundredths, maxHundredths, toHundredths } from './money.ts';

describe('scaling', () => {
  it('every accepted amount survives the round trip', () => {
    fc.assert(
      fc.property(fc.bigInt(-maxHundredths, maxHundredths), (hundredths) => {
        const amount = fromHundredths(hundredths);
        expect(toHundredths(amount)).toBe(hundredths);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    [0, 0n],
    [-0, 0n],
    [1, 100n],
    [0.1, 10n],
    [0.29, 29n],
    [1234567.89, 123456789n],
    [-5.5, -550n],
  ])('%d UGX are %d hundredths', (amount, hundredths) => {
    expect(toHundredths(amount)).toBe(hundredths);
  });

  it.each([0.001, 1.005, 0.1 + 0.2, Number.NaN, Infinity, 1e21, 1e13])('refuses %d', (amount) => {
    expect(toHundredths(amount)).toBeNull();
  });
});

it.each([
  [0, 'UGX 0'],
  [1234567, 'UGX 1,234,567'],
  [1234.5, 'UGX 1,234.50'],
  [-20, 'UGX -20'],
])('shows %d as %s', (amount, text) => {
  expect(formatUgx(amount)).toBe(text);
});
