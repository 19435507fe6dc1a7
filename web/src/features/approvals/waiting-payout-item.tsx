import type { AttentionItem } from '@sente/contract/attention';
import { Check, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { OpenableItem, OpenButton } from '../../ui/open-transaction.tsx';
import type { Decision } from './approval-queries.ts';

interface WaitingPayoutItemProps {
  item: AttentionItem;
  onDecide: (decision: Decision) => void;
}

export function WaitingPayoutItem({ item, onDecide }: WaitingPayoutItemProps) {
  const { id, payout } = item;
  const reasonId = useId();
  const reason = whyNotApprovable(item);
  return (
    <OpenableItem transactionId={id} className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link
            to={paths.company(item.companyId)}
            className="inline-block min-h-6 rounded-sm font-medium wrap-anywhere hover:underline hover:underline-offset-3"
          >
            {item.company}
          </Link>
          <p className="text-13 wrap-anywhere text-muted">
            <OpenButton transactionId={id}>{payout?.note ?? item.description}</OpenButton>
          </p>
        </div>
        <div className="shrink-0 text-right">
          <Money amount={item.amount} className="font-medium" />
          {payout && payout.held > item.amount ? (
            <p className="mt-0.5 text-13 text-muted">
              <Money amount={payout.held} /> held
            </p>
          ) : null}
        </div>
      </div>
      {payout ? <Facts item={item} payout={payout} /> : <Since item={item} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={reasonId} className="min-w-0 flex-1 basis-48 text-13 text-muted empty:hidden">
          {reason}
        </p>
        <div className="ml-auto flex gap-2">
          <Button size="sm" icon={<X />} aria-haspopup="dialog" onClick={() => onDecide('reject')}>
            Reject
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<Check />}
            aria-haspopup="dialog"
            disabled={reason !== null}
            aria-describedby={reason ? reasonId : undefined}
            onClick={() => onDecide('approve')}
          >
            Approve
          </Button>
        </div>
      </div>
    </OpenableItem>
  );
}

/** Why the reader cannot approve it; the server decides. */
function whyNotApprovable({ payout }: AttentionItem): string | null {
  if (payout?.isOwn) return 'You asked for this payout, so somebody else has to approve it.';
  if (payout && !payout.isAccountActive)
    return 'The account is inactive, so it cannot be approved.';
  return null;
}

interface FactsProps {
  item: AttentionItem;
  payout: NonNullable<AttentionItem['payout']>;
}

function Facts({ item, payout }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 sm:grid-cols-[auto_1fr_auto_1fr]">
      <Fact label="To">
        <span className="tabular">{payout.phoneNumber}</span> · {payout.network}
      </Fact>
      <Fact label="From">
        <Link
          to={paths.companyAccount(item.companyId, payout.accountId)}
          className="rounded-sm wrap-anywhere hover:underline hover:underline-offset-3"
        >
          {payout.accountName} <span className="tabular text-muted">{payout.accountNumber}</span>
        </Link>
      </Fact>
      <Fact label="Fee">
        <Money amount={payout.fee} />
      </Fact>
      <Fact label="Asked by">
        <span className="wrap-anywhere">{payout.requestedBy ?? 'Unknown'}</span>,{' '}
        <RelativeTime value={item.since} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Since({ item }: { item: AttentionItem }) {
  return (
    <p className="text-13 text-muted">
      <RelativeTime value={item.since} />
    </p>
  );
}
