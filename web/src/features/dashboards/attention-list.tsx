import { failureReason } from '@sente/contract/failure-reason';
import type { Attention, AttentionItem } from '@sente/contract/attention';
import { CircleAlert, Clock, Scale } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionItem, TransactionLink } from '../../ui/transaction-link.tsx';
import { EntryHead } from '../../ui/bell-parts.tsx';

interface AttentionListProps {
  attention: Attention;
  /** The time of the last visit; later items are marked. */
  seenUntil: string;
}

/** More requests than these are one entry: they have a page of their own. */
const mostApprovalsNamed = 3;

/** What needs a decision, and below it what only has to be known. */
export function AttentionList({ attention, seenUntil }: AttentionListProps) {
  const { items } = attention;
  const failed = items.filter(({ kind }) => kind === 'failed-transaction');
  return (
    <>
      <WaitingList
        items={items.filter(({ kind }) => kind !== 'failed-transaction')}
        attention={attention}
        seenUntil={seenUntil}
      />
      {failed.length > 0 ? <FailedList items={failed} seenUntil={seenUntil} /> : null}
    </>
  );
}

interface ListProps {
  items: readonly AttentionItem[];
  seenUntil: string;
}

function FailedList({ items, seenUntil }: ListProps) {
  return (
    <>
      <div className="-mx-5 flex flex-wrap items-baseline justify-between gap-x-4 border-t px-5 pt-4">
        <h3 className="text-13 font-semibold text-muted">Failed in the last day</h3>
        <Link
          to={paths.transactions({
            status: 'failed',
            range: 'custom',
            from: kampalaDay(1),
            to: kampalaDay(),
          })}
          className="min-h-6 rounded-sm text-13 underline underline-offset-3"
        >
          All failed transactions
        </Link>
      </div>
      <p className="text-13 text-muted">Without collections, which payers may decline.</p>
      <ul aria-label="Failed in the last day" className="divide-y">
        {items.map((item) => (
          <Entry key={item.id} item={item} isNew={item.since > seenUntil} />
        ))}
      </ul>
    </>
  );
}

function WaitingList({ items, seenUntil, attention }: ListProps & AttentionListProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const approvals = items.filter(({ kind }) => kind === 'pending-approval');
  const isGrouped = approvals.length > mostApprovalsNamed;
  const named =
    isGrouped && !isUnfolded ? items.filter(({ kind }) => kind !== 'pending-approval') : items;
  if (items.length === 0) return null;
  return (
    <ul aria-label="Waits for somebody" className="divide-y">
      {isGrouped ? (
        <Approvals
          {...{ approvals, attention, seenUntil, isUnfolded }}
          onToggle={() => setIsUnfolded(!isUnfolded)}
        />
      ) : null}
      {named.map((item) => (
        <Entry key={`${item.kind} ${item.id}`} item={item} isNew={item.since > seenUntil} />
      ))}
    </ul>
  );
}

interface ApprovalsProps {
  approvals: readonly AttentionItem[];
  attention: Attention;
  seenUntil: string;
  isUnfolded: boolean;
  onToggle: () => void;
}

/** All that wait for approval, with the oldest, what is new, and what they come to. */
function Approvals(props: ApprovalsProps) {
  const { approvals, attention, seenUntil, isUnfolded, onToggle } = props;
  const { approvalsForReader, approvalsAmount, pendingApprovals } = attention;
  // Not all of them are listed here; these numbers are those of the dashboard.
  const isForReader = approvalsForReader > 0;
  const amount = isForReader ? approvalsAmount : sumUgx(...approvals.map((item) => item.amount));
  const oldest = approvals.reduce((first, { since }) => (since < first ? since : first), '9');
  const newCount = approvals.filter(({ since }) => since > seenUntil).length;
  return (
    <li className="-mx-5 flex gap-3 px-5 py-3">
      <KindIcon kind="pending-approval" />
      <div className="min-w-0 flex-1">
        <EntryHead since={oldest} isNew={newCount > 0}>
          <Link
            to={paths.approvals({ tab: isForReader ? undefined : 'open' })}
            className="min-h-6 rounded-sm hover:underline hover:underline-offset-3"
          >
            {isForReader ? approvalsForReader : pendingApprovals} requests wait for approval
          </Link>
        </EntryHead>
        <div className="mt-0.5 flex items-start justify-between gap-3">
          <p className="text-13 text-muted">
            {kindsText(approvals)}
            {newCount > 0 && newCount < approvals.length ? ` · ${newCount} new` : null}
          </p>
          <Money amount={amount} className="shrink-0 font-medium" />
        </div>
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          aria-expanded={isUnfolded}
          onClick={onToggle}
        >
          {isUnfolded ? 'Hide them' : 'Show them here'}
        </Button>
      </div>
    </li>
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
  'payment-decision': 'Payment decision',
  suspense: 'Unknown payment',
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

/** "Payout 12, Fee 2", the most frequent first. */
function kindsText(approvals: readonly AttentionItem[]): string {
  const counts = new Map<string, number>();
  for (const { approvalKind } of approvals) {
    const noun = waitingNouns[approvalKind ?? 'payout'];
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([noun, count]) => `${noun} ${count}`)
    .join(', ');
}

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
            {item.companyId === null ? (
              'All companies'
            ) : (
              <Link
                to={paths.company(item.companyId)}
                className="rounded-sm font-medium text-ink hover:underline hover:underline-offset-3"
              >
                {item.company}
              </Link>
            )}
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
