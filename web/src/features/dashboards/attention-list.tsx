import { failureReason } from '@sente/contract/failure-reason';
import type { AttentionItem } from '@sente/contract/attention';
import { CircleAlert, Clock, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionItem, TransactionLink } from '../../ui/transaction-link.tsx';
import { EntryHead } from '../../ui/bell-parts.tsx';

interface AttentionListProps {
  items: readonly AttentionItem[];
  /** The time of the last visit; later items are marked. */
  seenUntil: string;
}

export function AttentionList({ items, seenUntil }: AttentionListProps) {
  return (
    <ul aria-label="What needs attention" className="divide-y">
      {items.map((item) => (
        <Entry key={`${item.kind} ${item.id}`} item={item} isNew={item.since > seenUntil} />
      ))}
    </ul>
  );
}

interface EntryProps {
  item: AttentionItem;
  isNew: boolean;
}

/** A transaction opens here; what waits for somebody has its page. */
function Entry({ item, isNew }: EntryProps) {
  if (item.kind !== 'failed-transaction') {
    const isReview = item.kind === 'payment-review';
    return (
      <li className="-mx-5 flex gap-3 px-5 py-3">
        <Content item={item} isNew={isNew}>
          <Link
            to={isReview ? paths.approvals({ tab: 'payments' }) : paths.approval(item.id)}
            className="min-h-6 rounded-sm hover:underline hover:underline-offset-3"
          >
            {isReview
              ? `${item.type === 'Credit' ? 'Collection' : 'Payout'} waits for a decision`
              : `${waitingNouns[item.approvalKind ?? 'payout']} waits for approval`}
          </Link>
        </Content>
      </li>
    );
  }
  return (
    <TransactionItem transactionId={item.id} className="flex gap-3">
      <Content item={item} isNew={isNew}>
        <TransactionLink transactionId={item.id}>Transaction failed</TransactionLink>
      </Content>
    </TransactionItem>
  );
}

const waitingNouns: Record<NonNullable<AttentionItem['approvalKind']>, string> = {
  payout: 'Payout',
  'bulk-payout': 'Bulk payout',
  deposit: 'Deposit',
  reversal: 'Reversal',
  'payment-decision': 'Decision',
  suspense: 'Decision',
  case: 'Case of the reconciliation',
  cases: 'Several cases of the reconciliation',
  'staff-role': 'Staff role',
  'factor-reset': 'Removal of a second factor',
  fee: 'Fee',
  tax: 'Tax',
  limit: 'Change of limits',
  brake: 'Payout brake',
  'payout-rule': 'Change of payout rules',
  'bank-account': 'Bank account',
  'settlement-batch': 'Batch of settlements',
  'settlement-return': 'Return of a settlement',
  float: 'Transfer of float',
  statement: 'Withdrawal of a statement',
  day: 'Close of a day',
};

function Content({ item, isNew, children }: EntryProps & { children: ReactNode }) {
  return (
    <>
      <KindIcon kind={item.kind} />
      <div className="min-w-0 flex-1">
        <EntryHead since={item.since} isNew={isNew}>
          {children}
        </EntryHead>
        <div className="mt-0.5 flex items-start justify-between gap-3">
          <p className="min-w-0 text-13 wrap-anywhere text-muted">
            <Link
              to={paths.company(item.companyId)}
              className="rounded-sm font-medium text-ink hover:underline hover:underline-offset-3"
            >
              {item.company}
            </Link>
            {item.description ? ` · ${item.description}` : null}
          </p>
          {item.amount === 0 ? null : (
            <Money
              amount={item.amount}
              isVoid={item.kind === 'failed-transaction'}
              className="shrink-0 font-medium"
            />
          )}
        </div>
        {item.kind === 'failed-transaction' ? (
          <p className="mt-0.5 text-13 wrap-anywhere text-muted">{failureReason(item.reason)}</p>
        ) : null}
      </div>
    </>
  );
}

const signs = {
  'pending-approval': Clock,
  'payment-review': Scale,
  'failed-transaction': CircleAlert,
};

function KindIcon({ kind }: { kind: AttentionItem['kind'] }) {
  const isFailure = kind === 'failed-transaction';
  const Icon = signs[kind];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-lg [&_svg]:size-4',
        isFailure ? 'bg-danger-soft text-danger-text' : 'bg-warning-soft text-warning-text',
      )}
    >
      <Icon />
    </span>
  );
}
