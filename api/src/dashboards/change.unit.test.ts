import { describe, expect, it } from 'vitest';
import { changePercent, changeText } from './change.ts';

describe.each([
  { now: 1042n, before: 1000n, percent: 4.2, text: '+4.2%' },
  { now: 99n, before: 100n, percent: -1, text: '-1.0%' },
  { now: 0n, before: 0n, percent: 0, text: '0%' },
  { now: 5n, before: 5n, percent: 0, text: '0%' },
  { now: 7n, before: 0n, percent: 100, text: '+100.0%' },
  { now: -7n, before: 0n, percent: -100, text: '-100.0%' },
  { now: 0n, before: 9n, percent: -100, text: '-100.0%' },
  { now: 30n, before: 10n, percent: 200, text: '+200.0%' },
  // Half a tenth is rounded away from zero; less than half is no change.
  { now: 20_010n, before: 20_000n, percent: 0.1, text: '+0.1%' },
  { now: 19_990n, before: 20_000n, percent: -0.1, text: '-0.1%' },
  { now: 20_009n, before: 20_000n, percent: 0, text: '0%' },
  { now: 19_991n, before: 20_000n, percent: 0, text: '0%' },
  // From a negative value, an increase is still positive.
  { now: -50n, before: -100n, percent: 50, text: '+50.0%' },
])('from $before to $now', ({ now, before, percent, text }) => {
  it(`is ${percent}`, () => {
    expect(changePercent(now, before)).toBe(percent);
    expect(changeText(now, before)).toBe(text);
  });
});
