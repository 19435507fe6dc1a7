import type { SystemTransaction } from '@sente/contract/dashboards';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { ShortId } from './short-id.tsx';
import { StatusBadge, TypeText } from './transaction-badges.tsx';

const columns: readonly Column<SystemTransaction>[] = [
  {
    key: 'company',
    header: 'Company',
    cell: ({ company }) => (
      <span className="line-clamp-2 wrap-anywhere" title={company}>
        {company}
      </span>
    ),
  },
  { key: 'id', header: 'Transaction ID', cell: ({ id }) => <ShortId id={id} /> },
  { key: 'type', header: 'Type', cell: ({ type }) => <TypeText type={type} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => <Money amount={amount} className="font-medium" />,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} format="shortTime" /> },
];

interface SystemTransactionsTableProps {
  rows: readonly SystemTransaction[];
  loading: boolean;
  empty: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
}

export function SystemTransactionsTable({ rows, ...table }: SystemTransactionsTableProps) {
  return (
    <DataTable
      {...table}
      caption="Recent Transactions"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ companyId }) => paths.company(companyId)}
      skeletonRows={10}
    />
  );
}
