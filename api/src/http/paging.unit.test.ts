import { expect, it } from 'vitest';
import { pagingOf } from './paging.ts';

it('takes everything as one page when none is asked for', () => {
  expect(pagingOf({}, 30)).toEqual({ totalCount: 30, totalPages: 1, page: 1, pageSize: 30 });
  expect(pagingOf({}, 0)).toEqual({ totalCount: 0, totalPages: 1, page: 1, pageSize: 1 });
});

it('tells of more pages when everything is too much', () => {
  expect(pagingOf({}, 1_000)).toMatchObject({ totalPages: 1, pageSize: 1_000 });
  expect(pagingOf({}, 50_000)).toMatchObject({ totalPages: 50, page: 1, pageSize: 1_000 });
});

it('has ten rows on a page unless told otherwise, and shows the last page to who asks beyond', () => {
  expect(pagingOf({ page: 2 }, 23)).toMatchObject({ totalPages: 3, page: 2, pageSize: 10 });
  expect(pagingOf({ page: 9, pageSize: 20 }, 23)).toMatchObject({ totalPages: 2, page: 2 });
});
