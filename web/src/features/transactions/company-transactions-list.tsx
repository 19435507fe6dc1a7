import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageOf } from '../../api/query-options.ts';
import { daysText } from '../../lib/list-days.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useColumnChoice } from '../../ui/column-choice.tsx';
import { DateByNote, neverMatches } from '../../ui/date-by.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconLink } from '../../ui/icon-button.tsx';
import { besideFilters, filterWords, ListFilters } from '../../ui/list-filters.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { LoadMore } from '../../ui/list-states.tsx';
import { countOf, ListTotals } from '../../ui/list-totals.tsx';
import type { PageHeaderProps } from '../../ui/page-header.tsx';
import { ListTools } from '../../ui/list-tools.tsx';
import {
  type CompanyTransactionsView,
  type LoadedTransactions,
  transactionsPerPage,
  useCompanyTransactions,
} from './company-transaction-queries.ts';
import { companyTransactionColumns } from './transaction-columns.tsx';
import { choicesOf, listState } from './transaction-list-state.ts';

const choices = choicesOf({ type: 'Type', allTypes: 'All Types', allDays: 'All since 2020' });

interface CompanyTransactionsListProps {
  companyId: string;
  heading: Omit<PageHeaderProps, 'actions'>;
  /** Offered while there is no transaction yet. */
  firstStep: ReactNode;
  accountFilter: (value: string, onChange: (id: string) => void) => ReactNode;
}

/** A row leads to its page. */
export function CompanyTransactionsList(props: CompanyTransactionsListProps) {
  const { companyId, firstStep, heading, accountFilter } = props;
  const view = useCompanyTransactions(companyId);
  const { state, query, totals, clearFilters } = view;
  const { filters } = state;
  const columns = useColumnChoice('client-transactions', companyTransactionColumns(filters.dateBy));
  const showAll =
    filters.range === 'all' ? null : (
      <Button onClick={() => state.setFilters({ range: 'all', from: '', to: '' })}>Show all</Button>
    );
  const inDays = daysText(filters.range);
  return (
    <ListScreen
      heading={heading}
      actions={
        <ListTools
          list="client-transactions"
          spec={listState}
          state={state}
          columns={columns}
          exported={{
            noun: 'transactions',
            wanted: { list: 'transactions', filters: view.asked },
            count: view.problem ? 0 : countOf(totals.data),
            words: filterWords(choices, filters),
          }}
        />
      }
      // The days are not a filter: clearing the filters keeps them.
      address={{ ...state, isFiltered: view.isNarrowed, clearFilters }}
      query={query}
      problem={view.problem}
      announces="transactions"
      search={{
        label: 'Search transactions...',
        placeholder: 'Phone, text or ID...',
        className: besideFilters,
        debounceMs: 200,
      }}
      filters={
        <ListFilters
          spec={listState}
          choices={choices}
          values={filters}
          onChange={state.setNamed}
          often={{
            names: ['range', 'from', 'to', 'status', 'type'],
            rest: accountFilter(filters.accountId, (accountId) => state.setFilters({ accountId })),
          }}
          note={<DateByNote dateBy={filters.dateBy} noun="transaction" />}
        />
      }
      summary={() => <ListTotals noun="Transactions" inDays={inDays.trim()} query={totals} />}
      failed={{
        title: 'Failed to load transactions',
        message: 'Failed to fetch company transactions',
      }}
      noneMatch={{
        title: `No transactions match${inDays}`,
        hint: neverMatches(filters.dateBy, filters.status),
        more: showAll,
      }}
      noneYet={{
        title: showAll ? `No transactions${inDays}` : 'No transactions yet',
        hint: 'They show here as soon as money is asked for or moves on one of your accounts.',
        action: (
          <>
            {firstStep}
            {showAll}
          </>
        ),
      }}
      caption="Transactions"
      columns={columns.shown}
      rows={({ rows }) => pageOf(rows, state.page, transactionsPerPage)}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.client.transaction(id)}
      rowActions={({ id, status }) =>
        status === 'completed' ? (
          <IconLink label="Receipt" icon={<ReceiptText />} to={paths.client.receipt(id)} />
        ) : null
      }
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

/** There are more than were loaded, or the search stopped before the oldest. */
function Older({ query, loaded: { rows, totals } }: OlderProps) {
  const all = totals?.isCountExact ? ` of ${count(totals.totalCount)}` : '';
  const searchedTo = totals?.searchedTo;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2.5">
      <p role="status" className="tabular min-w-0 text-13 text-muted">
        {searchedTo ? (
          <>
            Searched back to <DateText value={searchedTo} format="shortTime" />.
          </>
        ) : (
          `Showing the newest ${count(rows.length)}${all}. Narrow the range or search, or load older ones.`
        )}
      </p>
      <LoadMore size="sm" busyLabel="Loading..." query={query}>
        {searchedTo ? 'Search further back' : 'Load older'}
      </LoadMore>
    </div>
  );
}

function count(rows: number): string {
  return rows.toLocaleString('en-US');
}
