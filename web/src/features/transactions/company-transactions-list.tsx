import { transactionStatuses, transactionTypes } from '@sente/contract/transaction-kinds';
import type { Transaction } from '@sente/contract/transactions';
import type { ReactNode } from 'react';
import { pageOf } from '../../api/query-options.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { neverMatches } from '../../ui/date-by.tsx';
import { DayFilters, listChoiceClass } from '../../ui/day-filters.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListScreen, type ListScreenProps } from '../../ui/list-screen.tsx';
import { LoadMore } from '../../ui/list-states.tsx';
import { statusWord, typeWord } from '@sente/contract/movement-words';
import { companyTransactionColumns } from './company-transaction-columns.tsx';
import {
  type CompanyTransactionsView,
  isNarrowed,
  type LoadedTransactions,
  transactionsPerPage,
} from './company-transaction-queries.ts';

interface CompanyTransactionsListProps extends Pick<
  ListScreenProps<Transaction, LoadedTransactions>,
  'heading' | 'exports'
> {
  view: CompanyTransactionsView;
  /** Offered while there is no transaction yet. */
  firstStep: ReactNode;
}

/** A row leads to its page. */
export function CompanyTransactionsList(props: CompanyTransactionsListProps) {
  const { view, firstStep, heading, exports } = props;
  const { state, query, request, clearFilters } = view;
  const showAll =
    request.range === 'all' ? null : (
      <Button onClick={() => state.setFilter('range', 'all')}>Show all</Button>
    );
  const inDays = showAll ? ` in the last ${request.range} days` : '';
  return (
    <ListScreen
      heading={heading}
      exports={exports}
      // The date range is not a filter: clearing the filters keeps it.
      address={{ ...state, isFiltered: isNarrowed(request), clearFilters }}
      query={query}
      announces="transactions"
      search={{
        label: 'Search transactions...',
        placeholder: 'Description, ID or reference...',
        debounceMs: 200,
      }}
      filters={<CompanyTransactionFilters state={state} />}
      failed={{
        title: 'Failed to load transactions',
        message: 'Failed to fetch company transactions',
      }}
      noneMatch={{
        title: `No transactions match${inDays}`,
        hint: neverMatches(request.dateBy, request.status),
        more: showAll,
      }}
      noneYet={
        showAll
          ? {
              title: `No transactions${inDays}`,
              hint: 'Older ones may be there.',
              action: showAll,
            }
          : {
              title: 'No transactions yet',
              hint: 'They show here as soon as money is asked for or moves on one of your accounts.',
              action: firstStep,
            }
      }
      caption="Transactions"
      columns={companyTransactionColumns(request.dateBy)}
      rows={({ rows }) => pageOf(rows, state.page, transactionsPerPage)}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.client.transaction(id)}
      skeletonRows={10}
      pager={{ pageSize: transactionsPerPage, noun: 'transactions' }}
      footer={(loaded, pager) => (
        <>
          {pager}
          {query.hasNextPage ? <Older query={query} loaded={loaded} /> : null}
        </>
      )}
    />
  );
}

interface OlderProps extends Pick<CompanyTransactionsView, 'query'> {
  loaded: LoadedTransactions;
}

/** There are more than were loaded. */
function Older({ query, loaded: { rows, totals } }: OlderProps) {
  const all = totals?.isCountExact ? ` of ${count(totals.totalCount)}` : '';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2.5">
      <p role="status" className="tabular min-w-0 text-13 text-muted">
        {`Showing the newest ${count(rows.length)}${all}. Narrow the range or search, or load older ones.`}
      </p>
      <LoadMore size="sm" busyLabel="Loading..." query={query}>
        Load older
      </LoadMore>
    </div>
  );
}

function count(rows: number): string {
  return rows.toLocaleString('en-US');
}

const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  ...transactionStatuses.map((value) => ({ value, label: statusWord(value) })),
] as const;
const typeOptions = [
  { value: 'all', label: 'All Types' },
  ...transactionTypes.map((value) => ({ value, label: typeWord(value) })),
] as const;

function CompanyTransactionFilters({ state }: Pick<CompanyTransactionsView, 'state'>) {
  const { status, type, range, dateBy } = state.filters;
  return (
    <>
      <FilterChoice
        className={listChoiceClass}
        label="Status"
        options={statusOptions}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        className={listChoiceClass}
        label="Type"
        options={typeOptions}
        value={type}
        onChange={(next) => state.setFilter('type', next)}
      />
      <DayFilters
        range={range}
        onRange={(next) => state.setFilter('range', next)}
        dateBy={dateBy}
        onDateBy={(next) => state.setFilter('dateBy', next)}
        noun="transaction"
      >
        {' The export says which ones the figures count.'}
      </DayFilters>
    </>
  );
}
