import type { SystemTransaction } from '@sente/contract/system-transactions';
import type { DateKind } from '@sente/contract/transaction-kinds';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { useLeavingNavigate } from '../../lib/unsaved-warning.ts';
import { amountColumn, type Amounts } from '../../ui/amount-columns.tsx';
import { dateHeader } from '../../ui/date-by.tsx';
import { CheckNote } from '../../ui/check-note.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { ShortId } from '../../ui/transaction-link.tsx';
import { StatusBadge, TypeText } from '../../ui/status-badges.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { isReversal, ReversalMark } from '../../ui/reversal-mark.tsx';

const columnsOf = (dateBy: DateKind): readonly Column<SystemTransaction>[] => [
  {
    key: 'company',
    header: 'Company',
    cell: ({ company, companyId }) => (
      <Link
        to={paths.company(companyId)}
        title={company}
        className="-mx-1 line-clamp-2 w-fit rounded-md px-1 font-medium wrap-anywhere hover:underline hover:underline-offset-3"
      >
        {company}
      </Link>
    ),
  },
  {
    key: 'id',
    header: 'Transaction ID',
    spare: 1,
    phone: 'line',
    cell: ({ id }) => <ShortId id={id} />,
  },
  {
    key: 'type',
    header: 'Type',
    phone: 'line',
    cell: ({ type }) => <TypeText type={type} />,
  },
  amountColumn<SystemTransaction>(systemAmounts),
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <StatusBadge status={row.status} check={row.check} />
        <CheckNote row={row} isCollection={row.type === 'Credit'} />
        <ReversalMark row={row} hrefFor={paths.transaction} />
      </span>
    ),
  },
  {
    key: 'date',
    header: dateHeader(dateBy),
    phone: 'line',
    cell: ({ date, finishedAt }) => (
      <DateText value={dateBy === 'finished' ? finishedAt : date} format="shortTime" />
    ),
  },
];

function systemAmounts(row: SystemTransaction): Amounts {
  return {
    ...row,
    direction: row.type === 'Credit' ? 'credit' : 'debit',
    hasFailed: row.status === 'Failed',
    isPlain: isReversal(row),
  };
}

interface SystemTransactionsTableProps {
  rows: readonly SystemTransaction[];
  /** The time in the column of dates. */
  dateBy: DateKind;
  loading: boolean;
  empty: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
}

export function SystemTransactionsTable(props: SystemTransactionsTableProps) {
  const { rows, dateBy, ...table } = props;
  const leave = useLeavingNavigate();
  return (
    <DataTable
      {...table}
      caption="Recent Transactions"
      columns={columnsOf(dateBy)}
      rows={rows}
      rowKey={({ id }) => id}
      onRowOpen={({ id }) => leave(paths.transaction(id))}
      skeletonRows={10}
    />
  );
}
