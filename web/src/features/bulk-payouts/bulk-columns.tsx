import type { BulkPayout } from '@sente/contract/bulk-payouts';
import { DateText } from '../../ui/date-display.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { BulkBadge, countText, linesText } from './bulk-texts.tsx';

export const bulkColumns: readonly Column<BulkPayout>[] = [
  {
    key: 'name',
    header: 'Name',
    isTwoLine: true,
    className: 'max-w-80',
    cell: ({ name, lineCount, accountName }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{name}</span>
        <span className="block text-13 font-normal text-muted">
          {linesText(lineCount)} · from {accountName}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: 'state',
    header: 'State',
    phone: 'line',
    cell: (bulk) => <BulkBadge bulk={bulk} />,
  },
  {
    key: 'paid',
    header: 'Paid',
    align: 'right',
    phone: 'named',
    cell: ({ state, paidCount, okCount }) =>
      state === 'running' || state === 'finished' ? (
        <span className="tabular whitespace-nowrap">
          {countText(paidCount)} of {countText(okCount)}
        </span>
      ) : (
        <NoValue>Nothing yet</NoValue>
      ),
  },
  {
    key: 'by',
    header: 'Made by',
    spare: 1,
    phone: 'named',
    cell: ({ createdBy }) => createdBy ?? 'API',
  },
  {
    key: 'created',
    header: 'Created',
    spare: 2,
    phone: 'named',
    cell: ({ createdAt }) => <DateText value={createdAt} format="shortTime" />,
  },
];
