import { transactionStatuses, transactionTypes } from '@sente/contract/transaction-kinds';
import type { Transaction } from '@sente/contract/transactions';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { type ListPage, pageOf } from '../../api/query-options.ts';
import { dayRangeOptions } from '../../lib/day-range.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { EmptyState, NoneMatch } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListPager } from '../../ui/list-screen.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { statusWord } from '../../ui/status-badges.tsx';
import { CompanyTransactionDetails } from './company-transaction-details.tsx';
import { CompanyTransactionsTable } from './company-transactions-table.tsx';
import {
  type CompanyTransactionsView,
  isNarrowed,
  transactionsPerPage,
} from './company-transactions.ts';
import { TransactionSkeleton } from './transaction-skeleton.tsx';
import { typeName } from './transaction-texts.ts';

interface CompanyTransactionsListProps {
  view: CompanyTransactionsView;
  /** Offered while there is no transaction yet. */
  firstStep: ReactNode;
}

/** Search, filters, rows and pages; a row opens its details over the page. */
export function CompanyTransactionsList({ view, firstStep }: CompanyTransactionsListProps) {
  const { state, query, rows } = view;
  const opened = useOverlayParam('transaction');
  const shown = pageOf(rows, state.page, transactionsPerPage);
  return (
    <>
      <CompanyTransactionFilters state={state} />
      {query.isError ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load transactions"
          message={errorSentences(query.error, 'Failed to fetch company transactions')}
          busy={query.isFetching}
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      ) : null}
      {query.data || query.isPending ? (
        <CompanyTransactionsTable
          rows={shown.rows}
          loading={query.isPending}
          hrefFor={opened.hrefFor}
          empty={<Nothing view={view} firstStep={firstStep} />}
          footer={query.data ? <Footer view={view} list={shown} /> : null}
        />
      ) : null}
      <CompanyTransactionSheet view={view} id={opened.value} onClose={opened.close} />
    </>
  );
}

/** None of these days, none that match, and none at all are three different things. */
function Nothing({ view, firstStep }: CompanyTransactionsListProps) {
  const { request, state, clearFilters } = view;
  const { range } = request;
  const showAll =
    range === 'all' ? null : (
      <Button onClick={() => state.setFilter('range', 'all')}>Show all</Button>
    );
  if (isNarrowed(request)) {
    return (
      <NoneMatch
        title={`No transactions match${range === 'all' ? '' : ` in the last ${range} days`}`}
        onClear={clearFilters}
        more={showAll}
      />
    );
  }
  if (showAll) {
    return (
      <EmptyState
        title={`No transactions in the last ${range} days`}
        hint="Older ones may be there."
        action={showAll}
      />
    );
  }
  return (
    <EmptyState
      title="No transactions yet"
      hint="They show here as soon as money moves on one of your accounts."
      action={firstStep}
    />
  );
}

interface FooterProps {
  view: CompanyTransactionsView;
  list: ListPage<Transaction>;
}

function Footer({ view, list }: FooterProps) {
  return (
    <>
      <ListPager
        list={list}
        pageSize={transactionsPerPage}
        noun="transactions"
        onPage={view.state.setPage}
      />
      {view.query.hasNextPage ? <Older view={view} /> : null}
    </>
  );
}

/** There are more than were loaded. */
function Older({ view: { rows, totals, query } }: { view: CompanyTransactionsView }) {
  const all = totals?.isCountExact ? ` of ${count(totals.totalCount)}` : '';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2.5">
      <p role="status" className="tabular min-w-0 text-13 text-muted">
        {`Showing the newest ${count(rows.length)}${all}. Narrow the range or search, or load older ones.`}
      </p>
      <Button
        size="sm"
        busy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => query.fetchNextPage()}
      >
        Load older
      </Button>
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
  ...transactionTypes.map((value) => ({ value, label: typeName(value) })),
] as const;

/** Two beside each other on a phone. */
const choiceClass = 'max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:min-w-36';

function CompanyTransactionFilters({ state }: Pick<CompanyTransactionsView, 'state'>) {
  const { status, type, range } = state.filters;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchInput
        className="w-full sm:w-80"
        label="Search transactions..."
        placeholder="Description, ID or reference..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={200}
      />
      <FilterChoice
        className={choiceClass}
        label="Status"
        options={statusOptions}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        className={choiceClass}
        label="Type"
        options={typeOptions}
        value={type}
        onChange={(next) => state.setFilter('type', next)}
      />
      <FilterChoice
        className={choiceClass}
        label="Range"
        options={dayRangeOptions}
        value={range}
        onChange={(next) => state.setFilter('range', next)}
      />
    </div>
  );
}

interface CompanyTransactionSheetProps {
  view: CompanyTransactionsView;
  /** Null: closed. */
  id: string | null;
  onClose: () => void;
}

/** One transaction of the list, over the page. */
function CompanyTransactionSheet({ view, id, onClose }: CompanyTransactionSheetProps) {
  // The content stays while the panel slides away.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  return (
    <Sheet open={id !== null} onClose={onClose} title="Transaction">
      {shownId === null ? null : <Content view={view} id={shownId} />}
    </Sheet>
  );
}

function Content({ view, id }: { view: CompanyTransactionsView; id: string }) {
  const { rows, query } = view;
  const transaction: Transaction | undefined = rows.find((row) => row.id === id);
  if (transaction) return <CompanyTransactionDetails transaction={transaction} />;
  if (query.isPending || query.isPlaceholderData) return <TransactionSkeleton />;
  return <NotAmongThem view={view} id={id} />;
}

/** The API has no endpoint for a single one, so only what the list holds can be shown. */
function NotAmongThem({ view, id }: { view: CompanyTransactionsView; id: string }) {
  const { request, searchEverywhere } = view;
  const wasSearched = request.search === id && request.range === 'all';
  return (
    <div role="alert">
      <EmptyState
        icon={<SearchX />}
        title="Transaction not found"
        hint={
          wasSearched
            ? 'Your company has no transaction with this ID.'
            : 'It is not among the transactions of this list. It may be older, or held back by a filter.'
        }
        action={
          wasSearched ? null : (
            <Button onClick={() => searchEverywhere(id)}>Search all transactions</Button>
          )
        }
      />
    </div>
  );
}
