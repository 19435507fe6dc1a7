import type { SystemTransaction } from '@sente/contract/system-transactions';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ShortId, useOpenTransaction } from '../../ui/open-transaction.tsx';
import { StatusBadge, TypeText } from '../../ui/status-badges.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { ReversalMark } from './reversal-mark.tsx';

const columns: readonly Column<SystemTransaction>[] = [
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
  { key: 'id', header: 'Transaction ID', phone: 'line', cell: ({ id }) => <ShortId id={id} /> },
  {
    key: 'type',
    header: 'Type',
    phone: 'line',
    cell: ({ type }) => <TypeText type={type} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ amount, status }) => (
      <Money amount={amount} isVoid={status === 'Failed'} className="font-medium" />
    ),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <StatusBadge status={row.status} />
        <ReversalMark row={row} />
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    phone: 'line',
    cell: ({ date }) => <DateText value={date} format="shortTime" />,
  },
];

interface SystemTransactionsTableProps {
  rows: readonly SystemTransaction[];
  loading: boolean;
  empty: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
}

export function SystemTransactionsTable({ rows, ...table }: SystemTransactionsTableProps) {
  const open = useOpenTransaction();
  return (
    <DataTable
      {...table}
      caption="Recent Transactions"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onRowOpen={({ id }) => open(id)}
      skeletonRows={10}
    />
  );
}
