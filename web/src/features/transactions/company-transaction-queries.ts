import { transactions, type Transaction } from '@sente/contract/transactions';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { readAnyList } from '../../api/read.ts';
import { daysOfRange } from '../../lib/day-range.ts';
import { listProblem } from '../../lib/list-problem.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { filtersIn } from '../../lib/view-address.ts';
import { allTransactionQueries } from './all-transactions-queries.ts';
import { loadedRows } from './loaded-rows.ts';
import { listState, toQuery, type ListFilters, type ListState } from './transaction-list-state.ts';

export const transactionsPerPage = 10;

/** Without days the call has the last 30 of them; an open end is sent as what the screen calls all. */
function companyQuery(filters: ListFilters, search: string) {
  const { startDate, endDate, ...query } = toQuery(filters);
  const all = daysOfRange('all');
  return {
    ...query,
    startDate: startDate ?? all.startDate,
    endDate: endDate ?? all.endDate,
    search: search.trim() || undefined,
  };
}
type CompanyQuery = ReturnType<typeof companyQuery>;

/** A part of the matching rows, newest first. */
interface TransactionPart {
  readonly rows: readonly Transaction[];
  /** Over all parts. */
  readonly totalCount: number;
  /** False if counting was capped. */
  readonly isCountExact: boolean;
  readonly nextAfter: string | null;
  /** Set if the server stopped looking at this time, and goes on there. */
  readonly searchedTo: string | null;
}

const companyTransactionQueries = {
  /** As many as the server returns at once; older ones on demand. */
  list: (companyId: string, query: CompanyQuery) =>
    infiniteQueryOptions({
      queryKey: keys.transactions.ofCompany(companyId, query),
      queryFn: ({ pageParam: after, signal }) => fetchPart(companyId, query, after, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (part) => part.nextAfter,
      placeholderData: keepPreviousData,
      select: ({ pages }) => joinParts(pages, query.dateBy),
    }),
};

/** All parts loaded so far, with the totals of the newest answer. */
export interface LoadedTransactions {
  readonly rows: readonly Transaction[];
  readonly totals: TransactionPart | undefined;
}

function joinParts(
  pages: readonly TransactionPart[],
  dateBy: CompanyQuery['dateBy'],
): LoadedTransactions {
  return { rows: loadedRows(pages, dateBy ?? 'created'), totals: pages.at(-1) };
}

async function fetchPart(
  companyId: string,
  query: CompanyQuery,
  after: string | null,
  signal: AbortSignal,
): Promise<TransactionPart> {
  const { data, meta } = await call(transactions.ofCompany, {
    params: { companyId },
    query: { ...query, after: after ?? undefined },
    signal,
    read: readAnyList('Failed to fetch company transactions'),
  });
  const whole = { totalCount: data.length, isCountExact: true, nextAfter: null, searchedTo: null };
  return { rows: data, ...whole, ...meta };
}

/** A company's list, with the filters of the address. */
export function useCompanyTransactions(companyId: string) {
  const state: ListState = useUrlState(listState);
  const { search, filters } = state;
  const problem = listProblem(filters);
  const asked = companyQuery(filters, search);
  const query = useInfiniteQuery({
    ...companyTransactionQueries.list(companyId, asked),
    enabled: !problem,
  });
  const totals = useQuery({ ...allTransactionQueries.totals(asked), enabled: !problem });
  return {
    companyId,
    state,
    asked,
    problem,
    query,
    totals,
    isNarrowed: isNarrowed(state),
    /** The chosen days are kept. */
    clearFilters: () => {
      const { range, from, to, dateBy } = filters;
      state.setNamed({ ...filtersIn(listState, ''), range, from, to, dateBy });
    },
  };
}

/** Whether a filter hides rows of the chosen days. */
function isNarrowed({ search, filters }: ListState): boolean {
  const { accountId, type, status, kind, network, min, max } = filters;
  const chosen = [type, status, kind].some((value) => value !== 'all');
  return chosen || [search.trim(), accountId, network, min, max].some((value) => value !== '');
}

export type CompanyTransactionsView = ReturnType<typeof useCompanyTransactions>;
