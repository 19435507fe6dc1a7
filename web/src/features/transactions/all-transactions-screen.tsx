import { lastDigits, phoneOf } from '@sente/contract/phone';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useColumnChoice } from '../../ui/column-choice.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { LoadMore } from '../../ui/list-states.tsx';
import { allTransactionColumns } from './all-transactions-columns.tsx';
import { AllTransactionsFilters } from './all-transactions-filters.tsx';
import { allTransactionQueries, listState, toQuery } from './all-transactions-queries.ts';
import { allTransactionsToExport } from './export-all-transactions.ts';
import { TransactionTotals } from './transaction-totals.tsx';

interface AllTransactionsScreenProps {
  /** The choice of a company. */
  companyFilter: (companyId: string, onChange: (id: string) => void) => ReactNode;
}

/** The transactions of all companies, with every filter in the address. A row leads to its page. */
export function AllTransactionsScreen({ companyFilter }: AllTransactionsScreenProps) {
  const state = useUrlState(listState);
  const { search, filters } = state;
  const asked = toQuery(filters, search);
  const query = useInfiniteQuery(allTransactionQueries.list(asked));
  const totals = useQuery(allTransactionQueries.totals(asked));
  const isNoPhone = search.trim() !== '' && phoneOf(search) === null && lastDigits(search) === null;
  const columns = useColumnChoice('transactions', allTransactionColumns);
  const searchedTo = query.data?.pages.at(-1)?.searchedTo;
  return (
    <ListScreen
      heading={{ title: 'Transactions', subtitle: 'The transactions of all companies' }}
      exports={{ noun: 'transactions', list: () => allTransactionsToExport(asked) }}
      actions={columns.button}
      address={state}
      query={query}
      announces="transactions"
      rows={({ pages }) => pages.flatMap(({ rows }) => rows)}
      search={{ label: 'Phone number or its last digits', debounceMs: 250 }}
      filters={
        <>
          <AllTransactionsFilters state={state} companyFilter={companyFilter} />
          {isNoPhone ? (
            <p role="status" className="basis-full text-13 text-danger-text">
              Enter a phone number, or at least its last three digits.
            </p>
          ) : null}
        </>
      }
      summary={() => <TransactionTotals totals={totals.data} hasFailed={totals.isError} />}
      failed={{
        title: 'Failed to load transactions',
        message: 'Failed to fetch transactions',
        retryLabel: 'Try Again',
      }}
      noneMatch={{
        title: searchedTo ? 'None found so far.' : 'No transactions match these filters.',
      }}
      noneYet={{
        title: 'No transactions in the last 30 days.',
        hint: 'They show here as soon as money is asked for or moves.',
      }}
      caption="Transactions"
      columns={columns.shown}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.transaction(id)}
      skeletonRows={10}
      footer={() => (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
          {searchedTo ? (
            <p role="status" className="text-13 text-muted">
              Searched back to <DateText value={searchedTo} format="shortTime" />.
            </p>
          ) : null}
          <LoadMore query={query} busyLabel="Loading...">
            {searchedTo ? 'Search further back' : 'Load more'}
          </LoadMore>
        </div>
      )}
    />
  );
}
