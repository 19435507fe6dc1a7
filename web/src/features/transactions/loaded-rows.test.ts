import { expect, it } from 'vitest';
import { aTransaction } from '../../testing/transactions.ts';
import { loadedRows } from './loaded-rows.ts';

const row = (id: string, day: number) => aTransaction({ id, date: `2026-03-0${day}T09:00:00Z` });

it('shows what an index found far back once, where it belongs', () => {
  const parts = [
    { rows: [row('a', 9), row('far', 2)], searchedTo: '2026-03-08T09:00:00Z' },
    { rows: [row('b', 7)], searchedTo: '2026-03-06T09:00:00Z' },
    { rows: [row('c', 5), row('far', 2), row('d', 1)], searchedTo: null },
  ];
  const idsOf = (count: number) => loadedRows(parts.slice(0, count), 'created').map(({ id }) => id);
  expect(idsOf(1)).toEqual(['a', 'far']);
  expect(idsOf(2)).toEqual(['a', 'b', 'far']);
  expect(idsOf(3)).toEqual(['a', 'b', 'c', 'far', 'd']);
});
