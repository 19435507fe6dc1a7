import { expect, it } from 'vitest';
import { lowestUuidV7, uuidV7 } from '../db/uuid.ts';
import { newestSpans } from './spans.ts';

const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const days = [
  { day: '2026-01-31', count: 2 },
  { day: '2026-01-20', count: 3 },
  { day: '2026-01-02', count: 1 },
];
const at = (text: string) => lowestUuidV7(Date.parse(text));
const wholeDay = (day: string) => ({
  fromId: at(`${day}T00:00:00+03:00`),
  belowId: lowestUuidV7(Date.parse(`${day}T00:00:00+03:00`) + 86_400_000),
});

it('takes as many of the newest days as needed, with no gap between them', () => {
  expect(newestSpans(days, aboveAll, 2)).toEqual([wholeDay('2026-01-31')]);
  expect(newestSpans(days, aboveAll, 3)).toEqual(['2026-01-31', '2026-01-20'].map(wholeDay));
  expect(newestSpans(days, aboveAll, 99)).toHaveLength(3);
  expect(newestSpans([], aboveAll, 5)).toEqual([]);
});

it('continues below an id without relying on the rest of its day', () => {
  const below = uuidV7(Date.parse('2026-01-20T12:00:00Z'));
  expect(newestSpans(days, below, 1)).toEqual([
    { ...wholeDay('2026-01-20'), belowId: below },
    wholeDay('2026-01-02'),
  ]);
  expect(newestSpans(days, at('2026-01-02T00:00:00+03:00'), 1)).toEqual([]);
});
