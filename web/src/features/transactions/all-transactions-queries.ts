import { phoneDigits } from '@sente/contract/phone';
import {
  transactionKinds,
  transactionStatuses,
  transactionTypes,
} from '@sente/contract/transaction-kinds';
import { transactions, type ListedTransaction } from '@sente/contract/transactions';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { ExportPage } from '../../api/export-csv.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import { kampalaDay } from '../../lib/kampala.ts';

export const listRanges = ['30', 'today', 'yesterday', '7', '90', 'all', 'custom'] as const;

/** Everything that narrows the list is in the address. */
export const listState = {
  filters: {
    range: listRanges,
    /** Of the range "custom"; empty if open. */
    from: { fallback: '' },
    to: { fallback: '' },
    companyId: { fallback: '' },
    accountId: { fallback: '' },
    type: ['all', ...transactionTypes],
    status: ['all', ...transactionStatuses],
    kind: ['all', ...transactionKinds],
    network: { fallback: '' },
    min: { fallback: '' },
    max: { fallback: '' },
  },
} as const;

export interface ListFilters {
  readonly range: (typeof listRanges)[number];
  readonly from: string;
  readonly to: string;
  readonly companyId: string;
  readonly accountId: string;
  readonly type: 'all' | (typeof transactionTypes)[number];
  readonly status: 'all' | (typeof transactionStatuses)[number];
  readonly kind: 'all' | (typeof transactionKinds)[number];
  readonly network: string;
  readonly min: string;
  readonly max: string;
}

/** The query of both calls. What is not filled in, or not complete yet, is not sent. */
export function toQuery({ range, from, to, min, max, ...filters }: ListFilters, phone: string) {
  return {
    ...daysOf({ range, from, to }),
    companyId: filters.companyId || undefined,
    accountId: filters.accountId || undefined,
    type: filters.type === 'all' ? undefined : filters.type,
    status: filters.status === 'all' ? undefined : filters.status,
    kind: filters.kind === 'all' ? undefined : filters.kind,
    network: filters.network || undefined,
    phone: phoneDigits(phone) === null ? undefined : phone.trim(),
    minAmount: wholeNumber(min),
    maxAmount: wholeNumber(max),
  };
}
export type ListQuery = ReturnType<typeof toQuery>;

const day = /^\d{4}-\d{2}-\d{2}$/;

function daysOf({ range, from, to }: Pick<ListFilters, 'range' | 'from' | 'to'>) {
  const today = kampalaDay();
  switch (range) {
    case 'all':
      return {};
    case 'custom':
      return {
        startDate: day.test(from) ? from : undefined,
        endDate: day.test(to) ? to : undefined,
      };
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: kampalaDay(1), endDate: kampalaDay(1) };
    default:
      return { startDate: kampalaDay(Number(range)), endDate: today };
  }
}

function wholeNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s,]/g, '');
  return /^\d{1,12}$/.test(digits) ? digits : undefined;
}

export interface ListPart {
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
  totals: (query: ListQuery) =>
    queryOptions({
      queryKey: keys.transactions.totals(query),
      queryFn: async ({ signal }) => {
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
  limit?: number,
): Promise<ListPart> {
  const { data, meta } = await call(transactions.list, {
    query: { ...query, after: after ?? undefined, limit: limit ? String(limit) : undefined },
    signal,
    read: readList('Failed to fetch transactions'),
  });
  return { rows: data, nextAfter: null, searchedTo: null, ...meta };
}

/** The most that one call returns, for an export of everything that passes. */
const exportedAtOnce = 200;

export async function fetchForExport(
  query: ListQuery,
  after: string | null,
  signal: AbortSignal,
): Promise<ExportPage<ListedTransaction>> {
  const { rows, nextAfter } = await fetchPart(query, after, signal, exportedAtOnce);
  return { rows, total: null, nextAfter };
}
