import { describe, expect, it } from 'vitest';
import { compactAmount, compactLabels } from '../../lib/money.ts';
import { valueScale } from './axes.tsx';
import { inMillions } from './money-flow.ts';
import { labelInterval, levelAxis, valueAxis } from './value-axis.ts';

describe('the ticks of an axis', () => {
  it.each([
    ['of round amounts', [32_000_000, 5], [0, 8e6, 16e6, 24e6, 32e6]],
    ['go past the largest amount', [2_870_000], [0, 750_000, 1_500_000, 2_250_000, 3_000_000]],
    ['of fractions', [0.9], [0, 0.25, 0.5, 0.75, 1]],
    [
      'of the largest sum that money holds',
      [9_999_999_999_999.99],
      [0, 2.5e12, 5e12, 7.5e12, 1e13],
    ],
    ['of negative amounts end at zero', [-40, -7], [-40, -30, -20, -10, 0]],
    ['have zero between amounts of both signs', [-1000, 3000], [-1000, 0, 1000, 2000, 3000]],
  ])('%s', (_what, values, ticks) => {
    expect(valueAxis(values)).toEqual({ ticks, domain: [ticks[0], ticks.at(-1)] });
  });

  it.each([
    ['no values', []],
    ['nothing but zeros', [0, 0, -0]],
  ])('the only tick is zero for %s', (_what, values) => {
    expect(valueAxis(values)).toEqual({ ticks: [0], domain: [0, 1] });
  });

  it('ticks are few, evenly spaced and cover every value', () => {
    for (let exponent = -2; exponent <= 13; exponent += 0.137) {
      const high = 10 ** exponent;
      const { ticks, domain } = valueAxis([high, -high / 3]);
      expect(ticks.length).toBeGreaterThanOrEqual(4);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(domain[1]).toBeGreaterThanOrEqual(high);
      expect(domain[0]).toBeLessThanOrEqual(-high / 3);
      expect(ticks).toContain(0);
    }
  });
});

describe('ticks whose labels could be the same', () => {
  it.each([
    ['nothing', [0, 0], ['0.0M']],
    ['no days', [], ['0.0M']],
    ['less than a step', [99_999, 0], ['0.0M']],
    ['two steps', [0, 0, 10, 250_000], ['0.0M', '0.1M', '0.2M']],
    ['a little more than four steps', [450_000], ['0.0M', '0.2M', '0.4M', '0.6M']],
  ])('tick labels are distinct for %s', (_what, values, labels) => {
    const { ticks } = valueAxis(values, inMillions.smallestStep);
    expect(ticks.map(inMillions.formatValue)).toEqual(labels);
  });

  it('small amounts use the whole height', () => {
    expect(valueAxis([250_000], 100_000).domain).toEqual([0, 250_000]);
  });

  it('counts have whole-number ticks', () => {
    expect(valueAxis([3], 1).ticks).toEqual([0, 1, 2, 3]);
    expect(valueAxis([5], 1).ticks).toEqual([0, 2, 4, 6]);
    expect(valueAxis([29], 1).ticks).toEqual([0, 8, 16, 24, 32]);
  });
});

describe('the axis of a balance', () => {
  const levelsOf = (values: readonly number[]) => {
    const labels = { formatValue: compactAmount, levelLabels: compactLabels };
    const { ticks, at } = valueScale(values, labels);
    return { labels: ticks.map(({ label }) => label), domain: at.domain() };
  };

  it.each([
    [
      'that moves little begins below it',
      [1.287e9, 1.306e9],
      ['1.285B', '1.29B', '1.295B', '1.3B', '1.305B', '1.31B'],
    ],
    [
      'that hardly moves has its labels in full',
      [1_000_000, 1_000_500],
      ['999,900', '1,000,050', '1,000,200', '1,000,350', '1,000,500'],
    ],
    ['that moves much begins at zero', [4e6, 9e6], ['0', '2.5M', '5M', '7.5M', '10M']],
    ['below zero has zero', [-40, 900], ['-250', '0', '250', '500', '750', '1K']],
    ['that stands still begins at zero', [8, 8], ['0', '2', '4', '6', '8']],
  ])('%s', (_what, values, labels) => {
    expect(levelsOf(values).labels).toEqual(labels);
  });

  it.each([0.4, 0.1, 0.01, 0.003, 0.000_1, 0.000_000_3])(
    'has three distinct labels and more when it moves by %s of its height',
    (share) => {
      for (let exponent = 2; exponent <= 12; exponent += 0.137) {
        const high = Math.ceil(10 ** exponent);
        const low = high - Math.max(0.01, Math.floor(high * share * 100) / 100);
        const { labels, domain } = levelsOf([low, high]);
        expect(labels.length, `${low} to ${high}`).toBeGreaterThanOrEqual(3);
        expect(new Set(labels).size, labels.join(' ')).toBe(labels.length);
        const [from = 0, to = 0] = domain;
        expect(from - low).toBeLessThan(0.001);
        expect(high - to).toBeLessThan(0.001);
      }
    },
  );

  it('is zero alone without values', () => {
    expect(levelAxis([]).ticks).toEqual([0]);
  });
});

it('every label is drawn when there is room, and each n-th otherwise', () => {
  const labels = ['Jan 05', 'Jan 06'];
  expect(labelInterval(labels, 60)).toBe(1);
  expect(labelInterval(labels, 30)).toBe(2);
  expect(labelInterval(labels, 5)).toBeGreaterThan(10);
  expect(labelInterval([], 0)).toBeGreaterThanOrEqual(1);
});
