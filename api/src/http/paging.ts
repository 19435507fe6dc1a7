import { defaultPageSize, maxUnpaged } from '@sente/contract/paging';

export interface Paging {
  readonly totalCount: number;
  readonly totalPages: number;
  readonly page: number;
  readonly pageSize: number;
}

interface PageQuery {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/**
 * Without a page number all rows are one page, up to a maximum. A page past the end shows the last
 * one, for example after a deletion.
 */
export function pagingOf(query: PageQuery, totalCount: number): Paging {
  const whole = Math.min(Math.max(totalCount, 1), maxUnpaged);
  const pageSize = query.page ? (query.pageSize ?? defaultPageSize) : whole;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  return { totalCount, totalPages, page: Math.min(query.page ?? 1, totalPages), pageSize };
}
