import {
  apiTransactions,
  maxListedApiTransactions,
  type ApiTransaction,
  type PaymentTrace,
} from '@sente/contract/api-transactions';
import { dateKinds, type DateKind } from '@sente/contract/transaction-kinds';
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { ExportPage } from '../../api/export-csv.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { invalidFormat, readAnyList } from '../../api/read.ts';
import { dayRanges, daysOfRange, type DayRange } from '../../lib/day-range.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';

export const apiTransactionsPerPage = 10;

/** The filters of the list; all are in the address. "all" is not sent. */
export interface ApiTransactionFilters {
  readonly search: string;
  readonly status: string;
  readonly network: string;
  readonly range: DayRange;
  /** Which day counts. */
  readonly dateBy: DateKind;
}

interface ApiTransactionListRequest extends ApiTransactionFilters {
  readonly page: number;
}

/** One page, the totals over all pages, and the filter options. */
export interface ApiTransactionPage extends ListPage<ApiTransaction> {
  readonly isCountExact: boolean;
  readonly statuses: readonly string[];
  readonly networks: readonly string[];
}

const pollMs = 4_000;

export const apiTransactionQueries = {
  list: (companyId: string, request: ApiTransactionListRequest) =>
    queryOptions({
      queryKey: keys.apiTransactions.list(companyId, request),
      queryFn: ({ signal }) => fetchPage(companyId, request, signal),
      placeholderData: keepPreviousData,
    }),
  /** Polled while the payment can still change. */
  trace: (companyId: string, recordId: string) =>
    queryOptions({
      queryKey: keys.apiTransactions.trace(companyId, recordId),
      queryFn: async ({ signal }): Promise<PaymentTrace> => {
        const params = { companyId, recordId };
        const { data } = await call(apiTransactions.trace, { params, signal });
        const isTrace =
          isRecord(data) && isRecord(data['apiTransaction']) && Array.isArray(data['steps']);
        if (!isTrace) throw invalidFormat(200);
        return data;
      },
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
    }),
};

function isUnderWay(trace: PaymentTrace | undefined): boolean {
  if (!trace) return false;
  const { status } = trace.apiTransaction;
  return status === 'PENDING' || status === 'PROCESSING' || trace.webhookState === 'waiting';
}

async function fetchPage(
  companyId: string,
  request: ApiTransactionListRequest,
  signal: AbortSignal,
): Promise<ApiTransactionPage> {
  const part = { limit: String(apiTransactionsPerPage), page: String(request.page) };
  const { data, meta } = await callList(companyId, request, part, signal);
  const list = { ...wholeList(data), isCountExact: true, statuses: [], networks: [], ...meta };
  return { ...list, totalPages: Math.max(1, Math.ceil(list.totalCount / apiTransactionsPerPage)) };
}

/** The maximum of one call, older than the given one, for an export of all. */
export async function fetchForExport(
  companyId: string,
  filters: ApiTransactionFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<ExportPage<ApiTransaction>> {
  const part = { limit: String(maxListedApiTransactions), after: after ?? undefined };
  const { data, meta } = await callList(companyId, filters, part, signal);
  const { totalCount, isCountExact, nextAfter } = meta ?? {
    totalCount: data.length,
    isCountExact: true,
    nextAfter: null,
  };
  return { rows: data, total: isCountExact ? totalCount : null, nextAfter };
}

function callList(
  companyId: string,
  { search, status, network, range, dateBy }: ApiTransactionFilters,
  part: { limit: string; page?: string; after?: string | undefined },
  signal: AbortSignal,
) {
  return call(apiTransactions.ofCompany, {
    params: { companyId },
    query: {
      search: search || undefined,
      status: status === 'all' ? undefined : status,
      network: network === 'all' ? undefined : network,
      dateBy: dateBy === 'created' ? undefined : dateBy,
      ...(range === 'all' ? {} : daysOfRange(range)),
      ...part,
    },
    signal,
    read: readAnyList('Failed to fetch API transactions'),
  });
}

const listState = {
  filters: {
    status: { fallback: 'all' },
    network: { fallback: 'all' },
    range: { fallback: 'all', allowed: dayRanges },
    dateBy: dateKinds,
  },
} as const;

export interface ApiTransactionsView {
  readonly companyId: string;
  readonly state: UrlState<typeof listState>;
  readonly wanted: ApiTransactionFilters;
  readonly query: UseQueryResult<ApiTransactionPage>;
}

/** A company's list, with the filters of the address. */
export function useApiTransactions(companyId: string): ApiTransactionsView {
  const state = useUrlState(listState);
  const { search, filters, page } = state;
  const wanted = {
    search: search.trim(),
    status: filters.status || 'all',
    network: filters.network || 'all',
    range: filters.range,
    dateBy: filters.dateBy,
  };
  const query = useQuery(apiTransactionQueries.list(companyId, { ...wanted, page }));
  return { companyId, state, wanted, query };
}
