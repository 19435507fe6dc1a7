import type { SettlementBatch } from '@sente/contract/settlement-batches';
import type { Settlement } from '@sente/contract/settlement';
import { paths } from '../../lib/paths.ts';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { SettlementStateBadge } from './settlement-state.tsx';
import { BatchBadge, isHeldUp } from './settlement-texts.tsx';

/** The address of a transaction; undefined for people who may not see it. */
type HrefFor = ((transactionId: string) => string) | undefined;

const referenceFor = (hrefFor: HrefFor): Column<Settlement> => ({
  key: 'reference',
  header: 'Reference',
  isTwoLine: true,
  cell: ({ reference: text, transactionId, requestedAt, isScheduled, requestedBy }) => (
    <>
      <span className="whitespace-nowrap">
        <Reference to={hrefFor?.(transactionId)}>{text}</Reference>
      </span>
      <span className="block text-13 font-normal text-muted">
        <DateText value={requestedAt} format="shortTime" />
        {' · '}
        {isScheduled ? 'by schedule' : requestedBy}
      </span>
    </>
  ),
});

function Reference({ to: address, children }: { to: string | undefined; children: string }) {
  if (address === undefined) return children;
  return (
    <Link
      to={address}
      className="inline-block min-h-6 rounded-sm text-left hover:underline hover:underline-offset-3"
    >
      {children}
    </Link>
  );
}

const company: Column<Settlement> = {
  key: 'company',
  header: 'Company',
  primary: true,
  className: 'max-w-60',
  cell: ({ companyName }) => (
    <span className="line-clamp-2 wrap-anywhere" title={companyName}>
      {companyName}
    </span>
  ),
};
const to: Column<Settlement> = {
  key: 'to',
  header: 'To',
  isTwoLine: true,
  className: 'max-w-60',
  cell: ({ bank, bankAccountNumber, bankAccountName }) => (
    <>
      {bank} <span className="tabular whitespace-nowrap">{bankAccountNumber}</span>
      <span className="block text-13 text-muted">{bankAccountName}</span>
    </>
  ),
};
const amount: Column<Settlement> = {
  key: 'amount',
  header: 'Bank Receives',
  align: 'right',
  phone: 'aside',
  cell: ({ amount: arrives }) => <Money amount={arrives} />,
};
const fee: Column<Settlement> = {
  key: 'fee',
  header: 'Fee',
  align: 'right',
  phone: 'named',
  spare: 1,
  cell: ({ fee: cost }) => <Money amount={cost} />,
};
const state: Column<Settlement> = {
  key: 'state',
  header: 'State',
  isTwoLine: true,
  className: 'max-w-60',
  cell: (row) => (
    <>
      <SettlementStateBadge state={row.state} isAtBank={row.isAtBank} />
      {row.heldUpBy ? (
        <span className="mt-0.5 block text-13 text-warning-text">Held up: {row.heldUpBy}</span>
      ) : null}
      {row.reason ? (
        <span className="mt-0.5 block text-13 wrap-anywhere text-muted">{row.reason}</span>
      ) : (
        <span className="mt-0.5 block text-13 whitespace-nowrap text-muted empty:hidden">
          {row.bankReference}
        </span>
      )}
      {row.returnApprovalId ? (
        <Link
          to={paths.approval(row.returnApprovalId)}
          className="mt-0.5 block rounded-sm text-13 text-accent-text underline underline-offset-3"
        >
          Return waits for approval
        </Link>
      ) : null}
    </>
  ),
};

/** Of one company. References come last, as ids do. */
export const ownColumns = (hrefFor: HrefFor): readonly Column<Settlement>[] => [
  to,
  amount,
  fee,
  state,
  referenceFor(hrefFor),
];
/** Of all companies. */
export const allColumns: readonly Column<Settlement>[] = [
  company,
  to,
  amount,
  fee,
  state,
  referenceFor(paths.transaction),
];

export const batchColumns: readonly Column<SettlementBatch>[] = [
  {
    key: 'created',
    header: 'Made',
    isTwoLine: true,
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateText value={createdAt} format="shortTime" />
        <span className="block text-13 font-normal text-muted">{createdBy}</span>
      </>
    ),
  },
  {
    key: 'count',
    header: 'Settlements',
    align: 'right',
    phone: 'named',
    cell: ({ count }) => count.toLocaleString('en-US'),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ amount: sum }) => <Money amount={sum} />,
  },
  {
    key: 'open',
    header: 'Open',
    align: 'right',
    phone: 'named',
    cell: ({ openCount }) => openCount.toLocaleString('en-US'),
  },
  {
    key: 'state',
    header: 'State',
    isTwoLine: true,
    className: 'max-w-72',
    cell: (batch) => (
      <>
        <BatchBadge {...batch} />
        {isHeldUp(batch) ? (
          <span className="mt-0.5 block text-13 wrap-anywhere text-muted">{batch.heldUpBy}</span>
        ) : null}
      </>
    ),
  },
];
