import { errorSentences } from '../../api/error-text.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { Pager } from '../../ui/pager.tsx';
import { AddMoneyLink } from '../quick-actions/add-money-link.tsx';
import { CompanyTransactionFilters } from './company-transaction-filters.tsx';
import { isNarrowed, pageOfTransactions } from './company-transaction-list.ts';
import { CompanyTransactionSheet } from './company-transaction-sheet.tsx';
import { CompanyTransactionsTable } from './company-transactions-table.tsx';
import type { CompanyTransactionsView } from './use-company-transactions.ts';

/** Search, filters, rows and pages; a row opens its details over the page. */
export function CompanyTransactionsList({ view }: { view: CompanyTransactionsView }) {
  const { state, query, rows } = view;
  const opened = useOverlayParam('transaction');
  const shown = pageOfTransactions(rows, state.page);
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
          empty={<Nothing view={view} />}
          footer={query.data ? <Footer view={view} shown={shown} /> : null}
        />
      ) : null}
      <CompanyTransactionSheet view={view} id={opened.value} onClose={opened.close} />
    </>
  );
}

/** None of these days, none that match, and none at all are three different things. */
function Nothing({ view }: { view: CompanyTransactionsView }) {
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
      action={<AddMoneyLink />}
    />
  );
}

interface FooterProps {
  view: CompanyTransactionsView;
  shown: ReturnType<typeof pageOfTransactions>;
}

function Footer({ view, shown }: FooterProps) {
  const { rows, state } = view;
  const { page, pageCount, from } = shown;
  return (
    <>
      <Pager
        page={page}
        pageCount={pageCount}
        from={from + 1}
        to={from + shown.rows.length}
        total={rows.length}
        noun="transactions"
        onPage={state.setPage}
      />
      {view.query.hasNextPage ? <Older view={view} /> : null}
    </>
  );
}

/** There are more than have come. */
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
