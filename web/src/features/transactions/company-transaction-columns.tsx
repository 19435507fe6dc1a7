import { typeWord } from '@sente/contract/movement-words';
import type { DateKind } from '@sente/contract/transaction-kinds';
import type { Transaction } from '@sente/contract/transactions';
import { paths } from '../../lib/paths.ts';
import { amountColumns } from '../../ui/amount-columns.tsx';
import { dateHeader } from '../../ui/date-by.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { MovementBadge, TypeText } from '../../ui/status-badges.tsx';
import type { Column } from '../../ui/table.tsx';
import { isReversal, ReversalMark } from '../../ui/reversal-mark.tsx';

export const companyTransactionColumns = (dateBy: DateKind): readonly Column<Transaction>[] => [
  {
    key: 'date',
    header: dateHeader(dateBy),
    phone: 'line',
    cell: ({ date, finishedAt }) => (
      <DateText value={dateBy === 'finished' ? finishedAt : date} format="shortTime" />
    ),
  },
  {
    key: 'description',
    header: 'Description',
    isTwoLine: true,
    primary: true,
    cell: (row) => <Description row={row} />,
  },
  { key: 'account', header: 'Account', phone: 'line', cell: (row) => <Account row={row} /> },
  {
    key: 'type',
    header: 'Type',
    phone: 'line',
    cell: ({ type }) => <TypeText type={typeWord(type)} />,
  },
  ...amountColumns<Transaction>((row) => ({
    ...row,
    direction: row.type,
    hasFailed: row.status === 'failed',
    isPlain: isReversal(row),
  })),
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-1.5 sm:flex-nowrap">
        <MovementBadge status={row.status} />
        <ReversalMark row={row} hrefFor={paths.client.transaction} />
      </span>
    ),
  },
];

/** Links to the page. */
function Description({ row: { description, reference } }: { row: Transaction }) {
  return (
    <>
      <span className="line-clamp-2 wrap-anywhere" title={description}>
        {description || 'No description'}
      </span>
      {reference ? (
        <span className="tabular line-clamp-1 text-xs font-normal wrap-anywhere text-muted">
          <span className="sr-only">, reference </span>
          {reference}
        </span>
      ) : null}
    </>
  );
}

function Account({ row: { accountName, accountNumber } }: { row: Transaction }) {
  // The specification of the API lists a transaction without its account.
  if (!accountName) return '-';
  return (
    <span className="inline-flex max-w-48 min-w-0 flex-col align-middle text-13 max-sm:max-w-full">
      <span className="max-w-full truncate" title={accountName}>
        {accountName}
      </span>
      <span className="tabular text-xs text-muted max-sm:hidden">{accountNumber}</span>
    </span>
  );
}
