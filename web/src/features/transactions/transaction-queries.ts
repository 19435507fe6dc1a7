import {
  listSystemTransactions,
  type SystemTransaction,
  type systemTransactionStatuses,
} from '@sente/contract/system-transactions';
import type { DateKind, transactionTypes } from '@sente/contract/transaction-kinds';
import { transactions } from '@sente/contract/transactions';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { readList, readOne } from '../../api/read.ts';

export const transactionQueries = {
  details: (id: string) =>
    queryOptions({
      queryKey: keys.transactions.details(id),
      queryFn: async ({ signal }) =>
        (await call(transactions.get, { params: { id }, signal, read: readOne })).data,
    }),
};

export function useReverseTransaction() {
  return useChange({
    send: ({ id, reason }: { id: string; reason: string }) =>
      call(transactions.reverse, { params: { id }, body: { reason } }),
    ...movesMoney,
  });
}

/** For the back-office lists. "all" is the default and is not sent. */
export interface SystemTransactionFilters {
  readonly type: 'all' | (typeof transactionTypes)[number];
  readonly status: 'all' | (typeof systemTransactionStatuses)[number];
  /** The time that orders the list. */
  readonly dateBy: DateKind;
}

interface SystemTransactionPage {
  readonly rows: readonly SystemTransaction[];
  readonly nextAfter: string | null;
}

const pageSize = 50;

export const systemTransactionQueries = {
  /** The newest matching rows, on one page. */
  newest: (filters: SystemTransactionFilters) =>
    queryOptions({
      queryKey: keys.transactions.newest(filters),
      queryFn: async ({ signal }) => (await fetchPage(filters, null, signal)).rows,
    }),
  /** Page by page, on demand. */
  pages: (filters: SystemTransactionFilters) =>
    infiniteQueryOptions({
      queryKey: keys.transactions.pages(filters),
      queryFn: ({ pageParam, signal }) => fetchPage(filters, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextAfter,
    }),
};

async function fetchPage(
  { type, status, dateBy }: SystemTransactionFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<SystemTransactionPage> {
  const { data, meta } = await call(listSystemTransactions, {
    query: {
      type: type === 'all' ? undefined : type,
      status: status === 'all' ? undefined : status,
      dateBy: dateBy === 'created' ? undefined : dateBy,
      limit: String(pageSize),
      after: after ?? undefined,
    },
    signal,
    read: readList('Failed to fetch transactions'),
  });
  return { rows: data, nextAfter: meta?.nextAfter ?? null };
}
