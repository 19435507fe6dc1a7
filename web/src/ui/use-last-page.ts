import { useEffect } from 'react';
import type { ListPage } from '../api/query-options.ts';
import type { SetPage } from '../lib/url-state.ts';

/**
 * A list that is opened past its end shows its last page, and the address then says so, in the same entry of the
 * history. `list` is undefined as long as what is shown does not belong to `page`.
 */
export function useLastPage(
  page: number,
  setPage: SetPage,
  list: Pick<ListPage<unknown>, 'page' | 'totalPages'> | undefined,
): void {
  const last = list && page > list.totalPages ? list.page : page;
  useEffect(() => {
    if (last !== page) setPage(last, { replace: true });
  }, [last, page, setPage]);
}
