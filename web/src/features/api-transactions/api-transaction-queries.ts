import {
  apiTransactions,
  type ApiTransaction,
  type PaymentTrace,
} from '@sente/contract/api-transactions';
import { paymentDirections } from '@sente/contract/payments';
import { dateKinds } from '@sente/contract/transaction-kinds';
import type { TransactionTotals } from '@sente/contract/transaction-list';
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { invalidFormat, readAnyList } from '../../api/read.ts';
import { amountsToSend } from '../../lib/amount-range.ts';
import { daysOfList, listRanges } from '../../lib/list-days.ts';
import { listProblem } from '../../lib/list-problem.ts';
import { fallbackOf, useUrlState, type UrlState } from '../../lib/url-state.ts';
import { filtersIn } from '../../lib/view-address.ts';

export const apiTransactionsPerPage = 10;

/** Everything that narrows the list is in the address. */
export const listState = {
  filters: {
    status: { fallback: 'all' },
    network: { fallback: 'all' },
    direction: ['all', ...paymentDirections],
    accountId: { fallback: '' },
    productId: { fallback: '' },
    range: listRanges,
    /** Of the range "custom"; empty if open. */
    from: { fallback: '' },
    to: { fallback: '' },
    dateBy: dateKinds,
    min: { fallback: '' },
    max: { fallback: '' },
  },
} as const;
type ListState = UrlState<typeof listState>;

/** The query of every call. What is not filled in, not complete yet or impossible is not sent. */
function toQuery({ search, filters }: ListState) {
  const { status, network, direction, dateBy } = filters;
  return {
    search: search.trim() || undefined,
    status: status === 'all' || !status ? undefined : status,
    network: network === 'all' || !network ? undefined : network,
    direction: direction === 'all' ? undefined : direction,
    accountId: filters.accountId || undefined,
    productId: filters.productId || undefined,
    dateBy: dateBy === 'created' ? undefined : dateBy,
    ...daysOfList(filters),
    ...amountsToSend(filters),
  };
}
type ListQuery = ReturnType<typeof toQuery>;

/** One page, the totals over all pages, and the filter options. */
export interface ApiTransactionPage extends ListPage<ApiTransaction> {
  readonly isCountExact: boolean;
  /** Set if words were searched in the newest requests only: back to this time. */
  readonly searchedTo: string | null;
  readonly statuses: readonly string[];
  readonly networks: readonly string[];
}

const pollMs = 4_000;

export const apiTransactionQueries = {
  list: (companyId: string, query: ListQuery, page: number) =>
    queryOptions({
      queryKey: keys.apiTransactions.list(companyId, { ...query, page }),
      queryFn: ({ signal }) => fetchPage(companyId, query, page, signal),
      placeholderData: keepPreviousData,
    }),
  totals: (companyId: string, query: ListQuery) =>
    queryOptions({
      queryKey: keys.apiTransactions.totals(companyId, query),
      queryFn: async ({ signal }): Promise<TransactionTotals> => {
        const { data } = await call(apiTransactions.totals, {
          params: { companyId },
          query,
          signal,
        });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
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
  query: ListQuery,
  page: number,
  signal: AbortSignal,
): Promise<ApiTransactionPage> {
  const { data, meta } = await call(apiTransactions.ofCompany, {
    params: { companyId },
    query: { ...query, limit: String(apiTransactionsPerPage), page: String(page) },
    signal,
    read: readAnyList('Failed to fetch API transactions'),
  });
  const whole = { isCountExact: true, searchedTo: null, statuses: [], networks: [] };
  const list = { ...wholeList(data), ...whole, ...meta };
  return { ...list, totalPages: Math.max(1, Math.ceil(list.totalCount / apiTransactionsPerPage)) };
}

export interface ApiTransactionsView {
  readonly state: ListState;
  readonly asked: ListQuery;
  /** Why nothing can be listed. */
  readonly problem: string | undefined;
  readonly query: UseQueryResult<ApiTransactionPage>;
  readonly totals: UseQueryResult<TransactionTotals>;
}

/** The chosen days are not a filter: they stay, and without any there is nothing to clear. */
function daysApart(state: ListState): Pick<ListState, 'isFiltered' | 'clearFilters'> {
  const { search, filters } = state;
  const { range, from, to, dateBy, ...others } = filters;
  const isChosen = ([name, value]: [string, string]): boolean =>
    value !== fallbackOf(listState.filters[name as keyof typeof others]);
  return {
    isFiltered: search.trim() !== '' || Object.entries(others).some(isChosen),
    clearFilters: () => state.setNamed({ ...filtersIn(listState, ''), range, from, to, dateBy }),
  };
}

/** A company's list, with the filters of the address. */
export function useApiTransactions(companyId: string): ApiTransactionsView {
  const address = useUrlState(listState);
  const state = { ...address, ...daysApart(address) };
  const problem = listProblem(state.filters);
  const asked = toQuery(state);
  const query = useQuery({
    ...apiTransactionQueries.list(companyId, asked, state.page),
    enabled: !problem,
  });
  const totals = useQuery({ ...apiTransactionQueries.totals(companyId, asked), enabled: !problem });
  return { state, asked, problem, query, totals };
}
