import {
  dateKinds,
  transactionStatuses,
  transactionTypes,
  type DateKind,
} from '@sente/contract/transaction-kinds';
import { transactions, type Transaction } from '@sente/contract/transactions';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readAnyList } from '../../api/read.ts';
import { dayRanges, daysOfRange, type DayRange } from '../../lib/day-range.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';

export const transactionsPerPage = 10;

/** The filters of the list; all are in the address. "all" is not sent. */
export interface TransactionListRequest {
  readonly search: string;
  readonly status: 'all' | Transaction['status'];
  readonly type: 'all' | Transaction['type'];
  readonly range: DayRange;
  /** Which day counts. */
  readonly dateBy: DateKind;
}

/** A part of the matching rows, newest first. */
interface TransactionPart {
  readonly rows: readonly Transaction[];
  /** Over all parts. */
  readonly totalCount: number;
  /** False if counting was capped. */
  readonly isCountExact: boolean;
  readonly nextAfter: string | null;
}

/** Whether a filter hides rows of the chosen days. */
export function isNarrowed({ search, status, type }: TransactionListRequest): boolean {
  return search !== '' || status !== 'all' || type !== 'all';
}

const companyTransactionQueries = {
  /** As many as the server returns at once; older ones on demand. */
  list: (companyId: string, request: TransactionListRequest) =>
    infiniteQueryOptions({
      queryKey: keys.transactions.ofCompany(companyId, request),
      queryFn: ({ pageParam: after, signal }) =>
        fetchPart(companyId, request, { after, signal, days: daysOfRange(request.range) }),
      initialPageParam: null as string | null,
      getNextPageParam: (part) => part.nextAfter,
      placeholderData: keepPreviousData,
      select: joinParts,
    }),
};

/** All parts loaded so far, with the totals of the newest answer. */
export interface LoadedTransactions {
  readonly rows: readonly Transaction[];
  readonly totals: TransactionPart | undefined;
}

function joinParts({ pages }: { pages: readonly TransactionPart[] }): LoadedTransactions {
  return { rows: pages.flatMap((part) => part.rows), totals: pages.at(-1) };
}

interface PartOptions {
  /** The last id of the previous part; null for the newest rows. */
  readonly after: string | null;
  readonly days: { readonly startDate: string; readonly endDate: string };
  readonly signal: AbortSignal;
}

export async function fetchPart(
  companyId: string,
  request: TransactionListRequest,
  { after, signal, days }: PartOptions,
): Promise<TransactionPart> {
  const { search, status, type, dateBy } = request;
  const { data, meta } = await call(transactions.ofCompany, {
    params: { companyId },
    query: {
      ...days,
      dateBy: dateBy === 'created' ? undefined : dateBy,
      search: search || undefined,
      status: status === 'all' ? undefined : status,
      type: type === 'all' ? undefined : type,
      after: after ?? undefined,
    },
    signal,
    read: readAnyList('Failed to fetch company transactions'),
  });
  return { rows: data, totalCount: data.length, isCountExact: true, nextAfter: null, ...meta };
}

const listState = {
  filters: {
    status: ['all', ...transactionStatuses],
    type: ['all', ...transactionTypes],
    range: dayRanges,
    dateBy: dateKinds,
  },
} as const;

/** A company's list, with the filters of the address. */
export function useCompanyTransactions(companyId: string) {
  const state: UrlState<typeof listState> = useUrlState(listState);
  const { search, filters } = state;
  const request: TransactionListRequest = { search: search.trim(), ...filters };
  const query = useInfiniteQuery(companyTransactionQueries.list(companyId, request));
  return {
    companyId,
    state,
    request,
    query,
    /** The chosen days are kept. */
    clearFilters: () => state.setFilters({ search: '', status: 'all', type: 'all' }),
  };
}

export type CompanyTransactionsView = ReturnType<typeof useCompanyTransactions>;
