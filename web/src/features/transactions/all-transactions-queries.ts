import type { QueryInputOf } from '@sente/contract/endpoint';
import { lastDigits, phoneOf } from '@sente/contract/phone';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import { transactions, type ListedTransaction } from '@sente/contract/transactions';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import { toQuery, type ListFilters } from './transaction-list-state.ts';

/** Fewer digits are sent once they are complete. */
function isPhoneLike(typed: string): boolean {
  return phoneOf(typed) !== null || lastDigits(typed) !== null;
}

export function allQuery(filters: ListFilters, search: string) {
  return {
    ...toQuery(filters),
    companyId: filters.companyId || undefined,
    phone: isPhoneLike(filters.phone) ? filters.phone.trim() : undefined,
    search: search.trim() || undefined,
  };
}
type ListQuery = ReturnType<typeof allQuery>;

const readRows = readList('Failed to fetch transactions');

interface ListPart {
  readonly rows: readonly ListedTransaction[];
  readonly nextAfter: string | null;
  /** Set if the server stopped looking at this time, and goes on there. */
  readonly searchedTo: string | null;
}

export const allTransactionQueries = {
  list: (query: ListQuery) =>
    infiniteQueryOptions({
      queryKey: keys.transactions.filtered(query),
      queryFn: ({ pageParam, signal }) => fetchPart(query, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (part) => part.nextAfter,
      placeholderData: keepPreviousData,
    }),
  /** Of one company. */
  newest: (companyId: string, limit: number) =>
    queryOptions({
      queryKey: keys.transactions.newestOf(companyId),
      queryFn: async ({ signal }) => {
        const query = { companyId, limit: String(limit) };
        return (await call(transactions.list, { query, signal, read: readRows })).data;
      },
    }),
  /** Also of a company's own list, with its search. */
  totals: (query: QueryInputOf<typeof transactions.totals>) =>
    queryOptions({
      queryKey: keys.transactions.totals(query),
      queryFn: async ({ signal }): Promise<TransactionTotals> => {
        const { data } = await call(transactions.totals, { query, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
      placeholderData: keepPreviousData,
    }),
};

async function fetchPart(
  query: ListQuery,
  after: string | null,
  signal: AbortSignal,
): Promise<ListPart> {
  const { data, meta } = await call(transactions.list, {
    query: { ...query, after: after ?? undefined },
    signal,
    read: readRows,
  });
  return { rows: data, nextAfter: null, searchedTo: null, ...meta };
}
