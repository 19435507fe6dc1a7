import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import type { ApiTransactionFilters, ApiTransactionPage } from './api-transaction-list.ts';
import { apiTransactionQueries } from './api-transaction-queries.ts';

const listState = {
  filters: { status: { fallback: 'all' }, network: { fallback: 'all' } },
} as const;

export interface ApiTransactionsView {
  readonly companyId: string;
  readonly state: UrlState<typeof listState>;
  readonly wanted: ApiTransactionFilters;
  readonly query: UseQueryResult<ApiTransactionPage>;
}

/** A company's list, as the address asks for it. */
export function useApiTransactions(companyId: string): ApiTransactionsView {
  const state = useUrlState(listState);
  const { search, filters, page } = state;
  const wanted = {
    search: search.trim(),
    status: filters.status || 'all',
    network: filters.network || 'all',
  };
  const query = useQuery(apiTransactionQueries.list(companyId, { ...wanted, page }));
  return { companyId, state, wanted, query };
}
