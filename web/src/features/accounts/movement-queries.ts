import { accounts } from '@sente/contract/accounts';
import type { QueryInputOf } from '@sente/contract/endpoint';
import type { Movement, MovementTotals } from '@sente/contract/movements';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';

type MovementQuery = QueryInputOf<typeof accounts.movementTotals>;

interface MovementPart {
  readonly rows: readonly Movement[];
  readonly nextBefore: number | null;
  /** Set if the server stopped looking at this time, and goes on there. */
  readonly searchedTo: string | null;
}

export const movementQueries = {
  list: (accountId: string, query: MovementQuery) =>
    infiniteQueryOptions({
      queryKey: keys.accounts.movements(accountId, query),
      queryFn: ({ pageParam, signal }) => fetchPart(accountId, query, pageParam, signal),
      initialPageParam: null as number | null,
      getNextPageParam: (part) => part.nextBefore,
      placeholderData: keepPreviousData,
    }),
  totals: (accountId: string, query: MovementQuery) =>
    queryOptions({
      queryKey: keys.accounts.movementTotals(accountId, query),
      queryFn: async ({ signal }): Promise<MovementTotals> => {
        const params = { id: accountId };
        const { data } = await call(accounts.movementTotals, { params, query, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
      placeholderData: keepPreviousData,
    }),
};

async function fetchPart(
  id: string,
  query: MovementQuery,
  before: number | null,
  signal: AbortSignal,
): Promise<MovementPart> {
  const { data, meta } = await call(accounts.movements, {
    params: { id },
    query: { ...query, before: before === null ? undefined : String(before) },
    signal,
    read: readList('Failed to fetch movements'),
  });
  return { rows: data, nextBefore: null, searchedTo: null, ...meta };
}
