import { transactions } from '@sente/contract/transactions';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readList } from '../../api/read.ts';
import { daysOfRange } from '../../lib/day-range.ts';
import {
  filterTransactions,
  type TransactionListRequest,
  type TransactionPart,
} from './company-transaction-list.ts';

export const companyTransactionQueries = {
  /** As many as the server answers at once, and the older ones when somebody asks for them. */
  list: (companyId: string, request: TransactionListRequest) =>
    infiniteQueryOptions({
      queryKey: ['transactions', 'of-company', companyId, request],
      queryFn: ({ pageParam: after, signal }) =>
        fetchPart(companyId, request, { after, signal, days: daysOfRange(request.range) }),
      initialPageParam: null as string | null,
      getNextPageParam: (part) => part.nextAfter,
      placeholderData: keepPreviousData,
    }),
};

interface PartOptions {
  /** The last id of the part before; null: from the newest. */
  readonly after: string | null;
  readonly days: { readonly startDate: string; readonly endDate: string };
  readonly signal: AbortSignal;
}

export async function fetchPart(
  companyId: string,
  request: TransactionListRequest,
  { after, signal, days }: PartOptions,
): Promise<TransactionPart> {
  const { search, status, type } = request;
  const { data, meta } = await call(transactions.ofCompany, {
    params: { companyId },
    query: {
      ...days,
      search: search || undefined,
      status: status === 'all' ? undefined : status,
      type: type === 'all' ? undefined : type,
      after: after ?? undefined,
    },
    signal,
    read: readList('Failed to fetch company transactions'),
  });
  if (meta) return { rows: data, ...meta };
  // Without totals the server has answered all of these days, and the filters are applied here.
  const rows = filterTransactions(data, request);
  return { rows, totalCount: rows.length, isCountExact: true, nextAfter: null };
}
