import { expect, it } from 'vitest';
import { judge, type Sample, type TableSize } from './judgement.ts';

const megabyte = 1024 * 1024;
const each = { order: 10, transfer: 10, list: 10, 'sign-in': 10 };
const table: TableSize = {
  name: 'public.entries',
  bytes: 40 * megabyte,
  indexBytes: 20 * megabyte,
  rows: 100_000,
  deadRows: 0,
};
const steady: Omit<Sample, 'minute'> = {
  rssBytes: 300 * megabyte,
  heapBytes: 100 * megabyte,
  openFiles: 100,
  connections: 20,
  jobs: 5,
  openPayments: 20,
  refused: 0,
  heard: 10,
  answers: each,
  medianMs: each,
  p99Ms: each,
  tables: [table],
};
const hourOf = (at: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({ ...steady, minute, ...at(minute) }));
const notFlat = (samples: readonly Sample[]) =>
  judge(samples).flatMap(({ what, isFlat }) => (isFlat ? [] : what));

it('finds nothing in an hour that is always the same', () => {
  expect(notFlat(hourOf(() => ({})))).toEqual([]);
});

it('finds memory that grows, but not what a collection frees again', () => {
  const leaking = hourOf((minute) => ({ rssBytes: (300 + 4 * minute) * megabyte }));
  expect(notFlat(leaking)).toEqual(['memory']);
  const collected = hourOf((minute) => ({ heapBytes: (100 + 9 * (minute % 10)) * megabyte }));
  expect(notFlat(collected)).toEqual([]);
});

it('finds a table that grows without its rows, and lets one grow with them', () => {
  const sized = (rows: (minute: number) => number) =>
    hourOf((minute) => ({
      tables: [{ ...table, bytes: (40 + 10 * minute) * megabyte, rows: rows(minute) }],
    }));
  expect(notFlat(sized(() => 100_000))).toEqual(['table public.entries']);
  expect(notFlat(sized((minute) => 100_000 + 25_000 * minute))).toEqual([]);
});

it('finds answers that become slower, connections that are not given back and a queue that fills', () => {
  expect(notFlat(hourOf((minute) => ({ medianMs: { ...each, list: 10 + minute } })))).toEqual([
    'list, median ms',
  ]);
  const filling = hourOf((minute) => ({ connections: 20 + minute, jobs: 10 * minute }));
  expect(notFlat(filling)).toEqual(['connections', 'jobs']);
});
