import { isNeutral, kindWord, typeWord } from '@sente/contract/movement-words';
import type { DateKind } from '@sente/contract/transaction-kinds';
import type { ListedTransaction, Transaction } from '@sente/contract/transactions';
import { paths } from '../../lib/paths.ts';
import { amountColumn } from '../../ui/amount-columns.tsx';
import { BulkMark } from '../../ui/bulk-mark.tsx';
import { CheckNote } from '../../ui/check-note.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateHeader } from '../../ui/date-by.tsx';
import { Link } from '../../ui/link.tsx';
import { Moment, PhoneOrDescription } from '../../ui/movement-cells.tsx';
import { ReversalMark } from '../../ui/reversal-mark.tsx';
import { RefundMark } from '../../ui/refund-mark.tsx';
import { MovementBadge, TypeText } from '../../ui/status-badges.tsx';
import type { Column } from '../../ui/table.tsx';
import { shortenId } from '../../ui/transaction-link.tsx';

/** Of all companies. */
export function allTransactionColumns(dateBy: DateKind): readonly Column<ListedTransaction>[] {
  return columnsOf<ListedTransaction>(dateBy, paths.transaction, {
    key: 'company',
    header: 'Company',
    spare: 4,
    className: 'min-w-36 xl:min-w-44',
    phone: 'line',
    isTwoLine: true,
    cell: ({ companyId, companyName, accountName }) => (
      <>
        <Link
          to={paths.company(companyId)}
          title={companyName}
          className="line-clamp-2 w-fit rounded-md wrap-anywhere hover:underline hover:underline-offset-3 max-sm:inline"
        >
          {companyName}
        </Link>
        <span
          className="line-clamp-1 text-xs wrap-anywhere text-muted max-sm:inline max-sm:text-13 max-sm:before:content-['_·_']"
          title={accountName}
        >
          {accountName}
        </span>
      </>
    ),
  });
}

export function companyTransactionColumns(dateBy: DateKind): readonly Column<Transaction>[] {
  return columnsOf<Transaction>(dateBy, paths.client.transaction, {
    key: 'account',
    header: 'Account',
    spare: 3,
    phone: 'line',
    isTwoLine: true,
    cell: (row) => <Account row={row} />,
  });
}

/** Phone and amount first, ids last. */
function columnsOf<Row extends Transaction>(
  dateBy: DateKind,
  hrefFor: (id: string) => string,
  whose: Column<Row>,
): readonly Column<Row>[] {
  return [
    {
      key: 'phone',
      header: 'Phone or Description',
      isTwoLine: true,
      primary: true,
      className: 'min-w-44! min-[88rem]:min-w-52!',
      cell: (row) => <PhoneOrDescription {...row} />,
    },
    amountColumn<Row>((row) => ({
      ...row,
      direction: row.type,
      hasFailed: row.status === 'failed',
      isPlain: isNeutral(row),
    })),
    {
      key: 'status',
      header: 'Status',
      phone: 'aside',
      // Marks go below the badge, so that the width is left to the descriptions.
      className: 'w-px',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
          <MovementBadge status={row.status} check={row.check} />
          <CheckNote row={row} isCollection={row.type === 'credit'} />
          <ReversalMark row={row} hrefFor={hrefFor} />
          <RefundMark row={row} hrefFor={hrefFor} />
          <BulkMark bulkId={row.bulkId} isLink={hrefFor === paths.client.transaction} />
        </span>
      ),
    },
    {
      key: 'date',
      header: dateHeader(dateBy),
      isTwoLine: true,
      phone: 'line',
      cell: ({ date, finishedAt }) => <Moment at={dateBy === 'finished' ? finishedAt : date} />,
    },
    whose,
    {
      key: 'kind',
      header: 'Kind',
      spare: 2,
      isTwoLine: true,
      phone: 'line',
      cell: (row) => <Kind row={row} />,
    },
    {
      key: 'id',
      header: 'Transaction ID',
      spare: 1,
      hideOnPhone: true,
      cell: ({ id }) => (
        <span className="flex items-center justify-between gap-1" title={id}>
          <span className="tabular text-13 whitespace-nowrap text-muted">{shortenId(id)}</span>
          <CopyButton value={id} label="Transaction ID" />
        </span>
      ),
    },
  ];
}

/** The specification of the API lists a transaction without its kind and its account. */
function Kind({ row: { kind, type } }: { row: Transaction }) {
  return (
    <>
      {kind ? kindWord(kind) : null}{' '}
      <span className="text-xs sm:block">
        <TypeText type={typeWord(type)} />
      </span>
    </>
  );
}

function Account({ row: { accountName, accountNumber } }: { row: Transaction }) {
  if (!accountName) return '-';
  return (
    <span className="inline-flex max-w-48 min-w-0 flex-col align-middle text-13 max-sm:max-w-full">
      <span className="max-w-full truncate" title={accountName}>
        {accountName}
      </span>
      <span className="tabular text-xs text-muted max-sm:text-13">{accountNumber}</span>
    </span>
  );
}
