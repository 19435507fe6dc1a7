import { expect, it } from 'vitest';
import { pageOf } from './query-options.ts';

it('a page has the requested size, and the last one is shown for a page past the end', () => {
  const all = Array.from({ length: 14 }, (_, n) => n);
  expect(pageOf(all, 1, 10)).toMatchObject({ page: 1, totalPages: 2, totalCount: 14 });
  expect(pageOf(all, 1, 10).rows).toHaveLength(10);
  expect(pageOf(all, 2, 10).rows).toEqual([10, 11, 12, 13]);
  expect(pageOf(all, 9, 10).page).toBe(2);
  expect(pageOf([], 1, 10)).toMatchObject({ page: 1, totalPages: 1, rows: [] });
});
