import { describe, expect, it } from 'vitest';
import { barsOf, flowPoints, flowSeries, inMillions } from './money-flow.ts';

describe('bars', () => {
  const day = (index: number) => ({ date: `day ${index}`, credits: 10, debits: index });
  const days = (count: number) => Array.from({ length: count }, (_, index) => day(index));

  it.each([0, 7, 31])('there is one bar a day for %i days', (count) => {
    expect(barsOf(days(count))).toEqual(days(count).map((each) => ({ ...each, until: each.date })));
  });

  it('there is one bar a week for more days, with a short oldest week', () => {
    const bars = barsOf(days(90));
    expect(bars).toHaveLength(13);
    expect(bars[0]).toEqual({ date: 'day 0', until: 'day 5', credits: 60, debits: 15 });
    expect(bars[1]).toMatchObject({ date: 'day 6', until: 'day 12', credits: 70 });
    expect(bars.at(-1)).toMatchObject({ date: 'day 83', until: 'day 89', credits: 70 });
    expect(bars.reduce((sum, { debits }) => sum + debits, 0)).toBe((89 * 90) / 2);
  });

  it('there is no short week when the days divide evenly', () => {
    expect(barsOf(days(35)).map(({ credits }) => credits)).toEqual([70, 70, 70, 70, 70]);
  });
});

it.each([
  [0, '0.0M'],
  [1_240_000, '1.2M'],
  [49_999, '0.0M'],
  [-2_500_000, '-2.5M'],
  [1_234_000_000, '1234.0M'],
])('%i at the axis is %s', (amount, text) => {
  expect(inMillions.formatValue(amount)).toBe(text);
});

it('shows the exact amounts of a day, or of the first and the last day of a range', () => {
  const series = flowSeries({ credits: 'Inflow', debits: 'Outflow' });
  const week = { date: '2026-01-05', until: '2026-01-11', credits: 1_234_567.5, debits: 0 };
  const points = flowPoints([week, { ...week, until: week.date }], series);
  expect(points.map(({ title }) => title)).toEqual([
    'Jan 05, 2026 to Jan 11, 2026',
    'Jan 05, 2026',
  ]);
  expect(points[0]).toMatchObject({
    label: 'Jan 05',
    values: [1_234_567.5, 0],
    figures: [
      { label: 'Inflow', text: 'UGX 1,234,567.50', color: 'var(--success)' },
      { label: 'Outflow', text: 'UGX 0', color: 'var(--danger)' },
    ],
  });
});
