import { kindWord, typeWord } from '@sente/contract/movement-words';
import { phoneText } from '@sente/contract/phone';
import type { ListedTransaction } from '@sente/contract/transactions';
import { paths } from '../../lib/paths.ts';
import { amountColumns } from '../../ui/amount-columns.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { isReversal, ReversalMark } from '../../ui/reversal-mark.tsx';
import { MovementBadge, TypeText } from '../../ui/status-badges.tsx';
import type { Column } from '../../ui/table.tsx';
import { shortenId } from '../../ui/transaction-link.tsx';

/** Phone and amount first, ids last. */
export const allTransactionColumns: readonly Column<ListedTransaction>[] = [
  {
    key: 'phone',
    header: 'Phone or Description',
    isTwoLine: true,
    primary: true,
    className: 'min-w-44!',
    cell: ({ phoneNumber, network, description }) =>
      phoneNumber ? (
        <>
          <span className="tabular whitespace-nowrap">{phoneText(phoneNumber)}</span>
          <span className="block text-xs font-normal text-muted">{network}</span>
        </>
      ) : (
        <span className="line-clamp-2 wrap-anywhere">{description || 'No description'}</span>
      ),
  },
  ...amountColumns<ListedTransaction>((row) => ({
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
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <MovementBadge status={row.status} />
        <ReversalMark row={row} hrefFor={paths.transaction} />
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    isTwoLine: true,
    phone: 'line',
    cell: ({ date }) => (
      <>
        <DateText value={date} />{' '}
        <DateText value={date} format="seconds" className="text-muted sm:block sm:text-xs" />
      </>
    ),
  },
  {
    key: 'company',
    header: 'Company',
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
        <span className="block text-xs text-muted max-sm:hidden">{accountName}</span>
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    isTwoLine: true,
    phone: 'line',
    cell: ({ kind, type }) => (
      <>
        {kindWord(kind)}{' '}
        <span className="text-xs sm:block">
          <TypeText type={typeWord(type)} />
        </span>
      </>
    ),
  },
  {
    key: 'id',
    header: 'Transaction ID',
    hideOnPhone: true,
    cell: ({ id }) => (
      <span className="inline-flex items-center gap-1" title={id}>
        <span className="tabular text-13 whitespace-nowrap text-muted">{shortenId(id)}</span>
        <CopyButton value={id} label="Transaction ID" />
      </span>
    ),
  },
];
