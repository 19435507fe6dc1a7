import { transactionStatuses, transactionTypes } from '@sente/contract/transaction-kinds';
import { type Transaction } from '@sente/contract/transactions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dayRanges } from '../../lib/day-range.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import type { TransactionListRequest } from './company-transaction-list.ts';
import { companyTransactionQueries } from './company-transaction-queries.ts';

const listState = {
  filters: {
    status: ['all', ...transactionStatuses],
    type: ['all', ...transactionTypes],
    range: dayRanges,
  },
} as const;

/** A company's list, as the address asks for it. */
export function useCompanyTransactions(companyId: string) {
  const state: UrlState<typeof listState> = useUrlState(listState);
  const { search, filters } = state;
  const { status, type, range } = filters;
  const request: TransactionListRequest = { search: search.trim(), status, type, range };
  const query = useInfiniteQuery(companyTransactionQueries.list(companyId, request));
  const parts = query.data?.pages;
  const rows = useMemo<readonly Transaction[]>(
    () => parts?.flatMap((part) => part.rows) ?? [],
    [parts],
  );
  const changeAddress = useAddressChange();
  return {
    companyId,
    state,
    request,
    query,
    rows,
    /** The totals of all parts, of the newest answer. */
    totals: parts?.at(-1),
    /** The days stay as they were chosen. */
    clearFilters: () => changeAddress({ search: null, status: null, type: null }),
    /** Looks for one by its id in all days, with it open over the list. */
    searchEverywhere: (id: string) =>
      changeAddress({ search: id, range: 'all', status: null, type: null }),
  };
}

export type CompanyTransactionsView = ReturnType<typeof useCompanyTransactions>;

function useAddressChange() {
  const [params, setParams] = useSearchParams();
  return (values: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries(values)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { preventScrollReset: true });
  };
}
