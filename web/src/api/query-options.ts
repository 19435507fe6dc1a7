/** One page of a list and the totals over all pages. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
}

/** A list without totals is complete: one page. */
export function wholeList<Row>(rows: readonly Row[]): ListPage<Row> {
  return { rows, page: 1, totalPages: 1, totalCount: rows.length };
}

/** A page of a list that the server sends whole; past the end, the last page. */
export function pageOf<Row>(all: readonly Row[], wanted: number, pageSize: number): ListPage<Row> {
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(wanted, totalPages);
  const rows = all.slice((page - 1) * pageSize, page * pageSize);
  return { rows, page, totalPages, totalCount: all.length };
}

/**
 * For a query that fills a form: never read from the cache, so that old values do not overwrite
 * another user's change, and never refetched while the user types.
 */
export const forForms = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;
