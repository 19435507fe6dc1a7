import type { ApiTransaction } from '@sente/contract/api-transactions';
import { phoneText } from '@sente/contract/phone';
import type { DateKind } from '@sente/contract/transaction-kinds';
import { amountColumns } from '../../ui/amount-columns.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateHeader } from '../../ui/date-by.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { shortenId } from '../../ui/open-transaction.tsx';
import { ReversalMark } from '../../ui/reversal-mark.tsx';
import { ApiStatusBadge } from '../../ui/status-badges.tsx';
import type { Column } from '../../ui/table.tsx';
import { DirectionMark } from './direction-mark.tsx';
import { notifiedWord } from './export-api-transactions.ts';

export const apiTransactionColumns = (
  hrefFor: (recordId: string) => string,
  dateBy: DateKind,
  /** The address of a transaction; without it a panel over the page shows it. */
  transactionHref?: (id: string) => string,
): readonly Column<ApiTransaction>[] => [
  {
    key: 'transaction',
    header: 'Transaction ID',
    isTwoLine: true,
    // Ids are shortened, so that all columns fit next to the menu.
    className: 'min-w-44!',
    cell: (row) => <Id row={row} href={hrefFor(row.record_id)} />,
  },
  { key: 'request', header: 'Request', phone: 'line', cell: (row) => <Request row={row} /> },
  {
    key: 'phone',
    header: 'Phone Number',
    phone: 'line',
    className: 'tabular whitespace-nowrap',
    isTwoLine: true,
    // The network below the number, so that all columns fit next to the menu.
    cell: ({ phone_number, network }) => (
      <>
        <span className="tabular">{phoneText(phone_number)}</span>{' '}
        <span className="sm:block sm:text-xs sm:text-muted">{network}</span>
      </>
    ),
  },
  ...amountColumns<ApiTransaction>(({ transaction_amount: amount, fee, net, ...row }) => ({
    amount,
    fee,
    net,
    direction: row.direction === 'payout' ? 'debit' : 'credit',
    hasFailed: row.status === 'FAILED',
    isPlain: Boolean(row.reversed_by),
  })),
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: ({ status, reversed_by }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <ApiStatusBadge status={status} />
        <ReversalMark
          row={{ reversalOf: null, reversedBy: reversed_by }}
          hrefFor={transactionHref}
        />
      </span>
    ),
  },
  {
    key: 'notified',
    header: 'Third Party Notified',
    phone: 'named',
    cell: notifiedWord,
  },
  {
    key: 'date',
    header: dateHeader(dateBy),
    phone: 'line',
    cell: (row) => (
      <DateText
        value={dateBy === 'finished' ? row.finished_date : row.record_date}
        format="shortTime"
        // In two lines, so that all columns fit next to the menu.
        className="sm:block sm:max-w-28 sm:whitespace-normal"
      />
    ),
  },
];

/** Links to the trace. The tooltip and screen readers have both full ids. */
function Id({ row, href }: { row: ApiTransaction; href: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 align-middle">
      <Link
        to={href}
        data-row-link=""
        title={row.transaction_id}
        className="-mx-1 rounded-md px-1 font-medium hover:underline hover:underline-offset-3"
      >
        <span className="tabular block text-13 whitespace-nowrap" aria-hidden="true">
          {shortenId(row.transaction_id)}
        </span>
        <span className="sr-only">Transaction {row.transaction_id}</span>
        <span className="tabular block text-xs font-normal whitespace-nowrap text-muted">
          <span aria-hidden="true">ID: {shortenId(row.record_id)}</span>
          <span className="sr-only">, record {row.record_id}</span>
        </span>
      </Link>
      <CopyButton value={row.transaction_id} label="Transaction ID" />
    </span>
  );
}

/** The direction, and the company's reference. */
function Request({ row: { direction, reference } }: { row: ApiTransaction }) {
  return (
    <span className="inline-flex max-w-36 min-w-0 flex-col align-middle text-13 max-sm:max-w-full max-sm:flex-row max-sm:gap-1.5">
      {/* The specification of the API lists an API transaction without its direction. */}
      {direction ? <DirectionMark direction={direction} /> : '-'}
      {reference ? (
        <span className="max-w-full truncate text-xs text-muted max-sm:text-13" title={reference}>
          {reference}
        </span>
      ) : null}
    </span>
  );
}
