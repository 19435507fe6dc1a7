import { expect, it } from 'vitest';
import { pagingOf } from './paging.ts';

it('returns everything as one page by default', () => {
  expect(pagingOf({}, 30)).toEqual({ totalCount: 30, totalPages: 1, page: 1, pageSize: 30 });
  expect(pagingOf({}, 0)).toEqual({ totalCount: 0, totalPages: 1, page: 1, pageSize: 1 });
});

it('reports more pages when there are too many rows', () => {
  expect(pagingOf({}, 1_000)).toMatchObject({ totalPages: 1, pageSize: 1_000 });
  expect(pagingOf({}, 50_000)).toMatchObject({ totalPages: 50, page: 1, pageSize: 1_000 });
});

it('has ten rows on a page by default and answers the last page for one past the end', () => {
  expect(pagingOf({ page: 2 }, 23)).toMatchObject({ totalPages: 3, page: 2, pageSize: 10 });
  expect(pagingOf({ page: 9, pageSize: 20 }, 23)).toMatchObject({ totalPages: 2, page: 2 });
});
