import type { SystemTransaction } from '@sente/contract/system-transactions';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Download } from 'lucide-react';
import { type Ref, useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DateByNote, neverMatches } from '../../ui/date-by.tsx';
import { EmptyState, NoneMatch } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { notify } from '../../ui/toast.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SystemTransactionsTable } from '../transactions/system-transactions-table.tsx';
import { isFiltered, TransactionFilters } from '../transactions/transaction-filters.tsx';
import {
  type SystemTransactionFilters,
  systemTransactionQueries,
} from '../transactions/transaction-queries.ts';

interface RecentTransactionsProps {
  /** Those of the statistics; with a filter a request is sent, so that rare ones are found too. */
  newest: readonly SystemTransaction[];
  filters: SystemTransactionFilters;
  onType: (type: SystemTransactionFilters['type']) => void;
  onStatus: (status: SystemTransactionFilters['status']) => void;
  onDateBy: (dateBy: SystemTransactionFilters['dateBy']) => void;
  onClear: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The list has a page of its own; here it is a glance. */
const shownAtFirst = 5;

export function RecentTransactions(props: RecentTransactionsProps) {
  const { newest, filters, onType, onStatus, onDateBy, onClear, headingRef } = props;
  const isNarrowed = isFiltered(filters);
  const found = useQuery({ ...systemTransactionQueries.newest(filters), enabled: isNarrowed });
  const state = queryState(found);
  const rows = isNarrowed ? (state.data ?? []) : newest;
  const failure = isNarrowed ? state.failure : undefined;
  const isLoading = isNarrowed && state.isLoading;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);

  return (
    <section aria-labelledby="recent-transactions" className="mb-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2
          ref={headingRef}
          id="recent-transactions"
          tabIndex={-1}
          className="scroll-mt-4 text-base"
        >
          Recent Transactions
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {isNarrowed ? (
            // The tiles count more than the newest ones, which are all that is listed here.
            <Link
              to={listOf(filters)}
              className="rounded-sm text-13 text-accent-text underline underline-offset-3"
            >
              All of the last 30 days
            </Link>
          ) : null}
          <TransactionFilters {...{ filters, onType, onStatus, onDateBy }} />
          <Button
            icon={<Download />}
            disabled={rows.length === 0}
            onClick={() => void download(rows)}
          >
            Export
          </Button>
        </div>
      </div>
      <div className="-mt-1 mb-3">
        <DateByNote dateBy={filters.dateBy} noun="transaction" />
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load transactions"
          failure={failure}
          message="Failed to fetch transactions"
          retryLabel="Try Again"
        />
      ) : null}
      {failure && rows.length === 0 ? null : (
        <SystemTransactionsTable
          rows={shown}
          dateBy={filters.dateBy}
          loading={isLoading}
          empty={<NoTransactions filters={filters} onClear={onClear} />}
          footer={
            rows.length > shownAtFirst && !isLoading ? (
              <div className="flex flex-wrap items-center justify-between gap-2 text-13 text-muted">
                <p>
                  Showing {shown.length} of the newest {rows.length}
                </p>
                <Button size="sm" variant="ghost" onClick={() => setShowsAll(!showsAll)}>
                  {showsAll ? 'Show fewer' : 'Show all'}
                </Button>
              </div>
            ) : null
          }
        />
      )}
    </section>
  );
}

function listOf({ type, status, dateBy }: RecentTransactionsProps['filters']): string {
  return paths.transactions({
    type: type === 'all' ? undefined : type,
    status: status === 'all' ? undefined : status === 'success' ? 'completed' : status,
    dateBy: dateBy === 'created' ? undefined : dateBy,
  });
}

function NoTransactions({
  filters,
  onClear,
}: Pick<RecentTransactionsProps, 'filters' | 'onClear'>) {
  return isFiltered(filters) ? (
    <NoneMatch
      title="No transactions match these filters."
      hint={neverMatches(filters.dateBy, filters.status)}
      onClear={onClear}
    />
  ) : (
    <EmptyState
      icon={<ArrowLeftRight />}
      title="No transactions yet."
      hint="They show here as soon as money is asked for or moves."
    />
  );
}

/** Its code loads when it is needed. */
async function download(rows: readonly SystemTransaction[]): Promise<void> {
  try {
    const { downloadTransactions } = await import('../transactions/download-transactions.ts');
    downloadTransactions(rows);
  } catch {
    notify.error('The export could not be loaded. Check your connection, or reload the page.');
  }
}
