import type { AttentionItem } from '@sente/contract/dashboards';
import { CircleAlert, Clock } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { failureReason } from '../transactions/failure-reason.ts';
import { OpenableItem, OpenButton } from '../transactions/openable-item.tsx';

interface AttentionListProps {
  items: readonly AttentionItem[];
  /** Where the last look ended; what came later is marked. */
  seenUntil: string;
}

export function AttentionList({ items, seenUntil }: AttentionListProps) {
  return (
    <ul aria-label="What needs attention" className="divide-y">
      {items.map((item) => (
        <OpenableItem key={item.id} transactionId={item.id} className="flex gap-3">
          <Sign kind={item.kind} />
          <div className="min-w-0 flex-1">
            <div className="flex items-start justify-between gap-3">
              <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
                <OpenButton transactionId={item.id}>
                  {item.kind === 'pending-approval'
                    ? 'Payout waits for approval'
                    : 'Transaction failed'}
                </OpenButton>
                {item.since > seenUntil ? (
                  <span className="text-xs font-medium text-accent-text">New</span>
                ) : null}
              </p>
              <Money amount={item.amount} className="font-medium" />
            </div>
            <p className="mt-0.5 text-13 wrap-anywhere text-muted">
              <Link
                to={paths.company(item.companyId)}
                className="rounded-sm font-medium text-ink hover:underline hover:underline-offset-3"
              >
                {item.company}
              </Link>
              {' · '}
              {item.description}
            </p>
            <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
              <span>{item.kind === 'failed-transaction' ? failureReason(item.reason) : null}</span>
              <RelativeTime value={item.since} />
            </p>
          </div>
        </OpenableItem>
      ))}
    </ul>
  );
}

function Sign({ kind }: { kind: AttentionItem['kind'] }) {
  const isFailure = kind === 'failed-transaction';
  const Icon = isFailure ? CircleAlert : Clock;
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
