/** One page of a list and the totals over all pages. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
}

/** A list that comes without totals is whole: one page. */
export function wholeList<Row>(rows: readonly Row[]): ListPage<Row> {
  return { rows, page: 1, totalPages: 1, totalCount: rows.length };
}

/** A page of a list that the server sends whole; past the end it is the last page. */
export function pageOf<Row>(all: readonly Row[], wanted: number, pageSize: number): ListPage<Row> {
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(wanted, totalPages);
  const rows = all.slice((page - 1) * pageSize, page * pageSize);
  return { rows, page, totalPages, totalCount: all.length };
}

/**
 * Of a query that fills a form, which would otherwise write old values over somebody else's change:
 * it is never taken from the cache, and never fetched again while somebody types.
 */
export const forForms = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;
