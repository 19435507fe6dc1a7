import { expect, it } from 'vitest';
import { durationText } from './duration.ts';

it.each([
  [0, '0.0 s'],
  [420, '0.4 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [3_600_000, '1 h'],
  [7_800_000, '2 h 10 min'],
  [259_200_000, '3 days'],
])('%d ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));
