import type { SystemTransaction } from '@sente/contract/system-transactions';
import type { DateKind } from '@sente/contract/transaction-kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Inbox } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { NetWithFee } from '../../ui/amount-columns.tsx';
import { Button } from '../../ui/button.tsx';
import { DateByNote, neverMatches } from '../../ui/date-by.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { OpenableItem, ShortId } from '../../ui/open-transaction.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusBadge, TypeText } from '../../ui/status-badges.tsx';
import { downloadTransactions } from './download-transactions.ts';
import { ReversalMark } from '../../ui/reversal-mark.tsx';
import { systemAmounts } from './system-transactions-table.tsx';
import { systemTransactionQueries } from './transaction-queries.ts';
import { isFiltered, noFilters, TransactionFilters } from './transaction-filters.tsx';

/**
 * In a side panel over any page. The address belongs to the page, so the filters are local state.
 */
export default function TransactionsPanel() {
  const [filters, setFilters] = useState(noFilters);
  const pages = useInfiniteQuery(systemTransactionQueries.pages(filters));
  const rows = queryState(pages).data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <TransactionFilters
          filters={filters}
          onType={(type) => setFilters({ ...filters, type })}
          onStatus={(status) => setFilters({ ...filters, status })}
          onDateBy={(dateBy) => setFilters({ ...filters, dateBy })}
        />
        <Button
          className="sm:ml-auto"
          icon={<Download />}
          disabled={rows.length === 0}
          onClick={() => downloadTransactions(rows)}
        >
          Export
        </Button>
        <DateByNote dateBy={filters.dateBy} noun="transaction" />
      </div>
      <ListStates
        query={pages}
        isFiltered={isFiltered(filters)}
        onClear={() => setFilters(noFilters)}
        failed={{
          title: 'Failed to load transactions',
          message: 'Failed to fetch transactions',
          retryLabel: 'Try Again',
        }}
        noneMatch={{
          icon: <Inbox />,
          title: 'No transactions match these filters.',
          hint: neverMatches(filters.dateBy, filters.status) ?? null,
        }}
        noneYet={{
          title: 'No transactions yet.',
          hint: 'They show here as soon as money is asked for or moves.',
        }}
      >
        {({ loading, empty }) =>
          loading ? (
            <SkeletonRows count={8} label="Loading transactions" />
          ) : rows.length === 0 ? (
            empty
          ) : (
            <ul aria-label="Transactions" className="divide-y">
              {rows.map((row) => (
                <Row key={row.id} row={row} dateBy={filters.dateBy} />
              ))}
            </ul>
          )
        }
      </ListStates>
      <div className="flex justify-center pt-4 empty:hidden">
        <LoadMore query={pages} />
      </div>
    </>
  );
}

function Row({ row, dateBy }: { row: SystemTransaction; dateBy: DateKind }) {
  return (
    <OpenableItem transactionId={row.id} className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-4">
        <Link
          to={paths.company(row.companyId)}
          className="-mx-1 min-w-0 rounded-md px-1 font-medium wrap-anywhere hover:underline hover:underline-offset-3"
        >
          {row.company}
        </Link>
        <span className="shrink-0 text-right">
          <NetWithFee {...systemAmounts(row)} />
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TypeText type={row.type} />
          <ShortId id={row.id} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <RelativeTime value={(dateBy === 'finished' && row.finishedAt) || row.date} />
          <ReversalMark row={row} />
          <StatusBadge status={row.status} />
        </span>
      </div>
    </OpenableItem>
  );
}
