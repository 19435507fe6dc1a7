import { networkWord } from '@sente/contract/payments';
import type { ApiTransaction } from '@sente/contract/api-transactions';
import { phoneText } from '@sente/contract/phone';
import type { DateKind } from '@sente/contract/transaction-kinds';
import { paths } from '../../lib/paths.ts';
import { amountColumn } from '../../ui/amount-columns.tsx';
import { BulkMark } from '../../ui/bulk-mark.tsx';
import { CheckNote } from '../../ui/check-note.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateHeader } from '../../ui/date-by.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { shortenId } from '../../ui/transaction-link.tsx';
import { RefundMark } from '../../ui/refund-mark.tsx';
import { ReversalMark } from '../../ui/reversal-mark.tsx';
import type { Column } from '../../ui/table.tsx';
import { ApiStatusBadge } from '../../ui/status-badges.tsx';
import { DirectionMark } from './direction-mark.tsx';

export const apiTransactionColumns = (
  dateBy: DateKind,
  hrefFor: (id: string) => string,
): readonly Column<ApiTransaction>[] => [
  {
    key: 'phone',
    header: 'Phone Number',
    primary: true,
    className: 'min-w-36! tabular whitespace-nowrap',
    isTwoLine: true,
    // The network below the number, so that all columns fit next to the menu.
    cell: ({ phone_number, network }) => (
      <>
        <span className="tabular whitespace-nowrap">{phoneText(phone_number)}</span>{' '}
        <span className="sm:block sm:text-xs sm:text-muted">{networkWord(network)}</span>
      </>
    ),
  },
  amountColumn<ApiTransaction>(({ transaction_amount: amount, fee, net, ...row }) => ({
    amount,
    fee,
    net,
    direction: row.direction === 'payout' ? 'debit' : 'credit',
    hasFailed: row.status === 'FAILED',
    isPlain: Boolean(row.reversed_by),
    note: row.status === 'SUCCESS' && net === null ? 'taken over' : undefined,
  })),
  {
    key: 'request',
    header: 'Request',
    spare: 3,
    phone: 'line',
    cell: (row) => <Request row={row} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: ({ direction, reversed_by, refund_of, refunded, bulk_id, ...row }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
        <ApiStatusBadge status={row.status} check={row.check} />
        <CheckNote row={row} isCollection={direction === 'collection'} />
        <ReversalMark row={{ reversalOf: null, reversedBy: reversed_by }} hrefFor={hrefFor} />
        <RefundMark row={{ refundOf: refund_of, refunded }} hrefFor={hrefFor} />
        <BulkMark bulkId={bulk_id} isLink={hrefFor === paths.client.transaction} />
      </span>
    ),
  },
  {
    key: 'notified',
    header: 'Third Party Notified',
    spare: 2,
    // The page of the request has it, and its id, so that all cards have the same lines.
    hideOnPhone: true,
    cell: (row) => (row.thirdparty_notified === '1' ? 'Yes' : 'No'),
  },
  {
    key: 'date',
    header: dateHeader(dateBy),
    isTwoLine: true,
    phone: 'line',
    cell: (row) => <Moment at={dateBy === 'finished' ? row.finished_date : row.record_date} />,
  },
  {
    key: 'transaction',
    header: 'Transaction ID',
    spare: 1,
    isTwoLine: true,
    // Ids are shortened, so that all columns fit next to the menu.
    className: 'min-w-44!',
    hideOnPhone: true,
    cell: (row) => <Id row={row} />,
  },
];

/** In two lines, so that all columns fit next to the menu. */
function Moment({ at }: { at: string | null }) {
  return (
    <>
      <DateText value={at} />{' '}
      <DateText value={at} format="seconds" className="text-muted sm:block sm:text-xs" />
    </>
  );
}

/** The tooltip and screen readers have both full ids. */
function Id({ row }: { row: ApiTransaction }) {
  return (
    <span
      className="inline-flex min-w-0 items-center gap-1 align-middle"
      title={row.transaction_id}
    >
      <span>
        <span className="tabular block text-13 whitespace-nowrap" aria-hidden="true">
          {shortenId(row.transaction_id)}
        </span>
        <span className="sr-only">Transaction {row.transaction_id}</span>
        <span className="tabular block text-xs whitespace-nowrap text-muted">
          <span aria-hidden="true">ID: {shortenId(row.record_id)}</span>
          <span className="sr-only">, record {row.record_id}</span>
        </span>
      </span>
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
