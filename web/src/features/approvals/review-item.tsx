import type { PaymentReview } from '@sente/contract/payment-reviews';
import { Check, Route, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ApiStatusBadge } from '../../ui/status-badges.tsx';
import { decisionLabels, whyOf } from './review-texts.ts';

export type ReviewAct = 'propose' | 'confirm' | 'withdraw';

interface ReviewItemProps {
  review: PaymentReview;
  onAct: (act: ReviewAct) => void;
  onTrace: () => void;
}

export function ReviewItem({ review, onAct, onTrace }: ReviewItemProps) {
  const { proposal } = review;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link
            to={paths.company(review.companyId)}
            className="inline-block min-h-6 rounded-sm font-medium wrap-anywhere hover:underline hover:underline-offset-3"
          >
            {review.companyName}
          </Link>
          <p className="text-13 text-muted">
            {review.direction === 'collection' ? 'Collection from ' : 'Payout to '}
            <span className="tabular">{review.phoneNumber}</span> · {review.network} ·{' '}
            <RelativeTime value={review.openedAt} />
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1">
          <Money amount={review.amount} className="font-medium" />
          <ApiStatusBadge status={review.status} />
        </div>
      </div>
      <p className="wrap-anywhere">{whyOf(review)}</p>
      {proposal ? <Proposal review={review} proposal={proposal} /> : null}
      <ReviewButtons {...{ review, onAct, onTrace }} />
    </li>
  );
}

interface ProposalProps {
  review: PaymentReview;
  proposal: NonNullable<PaymentReview['proposal']>;
}

function Proposal({ review, proposal }: ProposalProps) {
  return (
    <div className="rounded-lg border bg-surface-sunken px-3 py-2">
      <p>
        <span className="font-medium">{decisionLabels(review)[proposal.decision]}</span>{' '}
        <span className="text-13 text-muted">
          proposed by {proposal.isOwn ? 'you' : proposal.by}, <RelativeTime value={proposal.at} />
        </span>
      </p>
      {proposal.amount === null ? null : (
        <p className="mt-0.5">
          Stated as paid: <Money amount={proposal.amount} className="font-medium" />
        </p>
      )}
      <p className="mt-0.5 text-13 wrap-anywhere">{proposal.note}</p>
    </div>
  );
}

function ReviewButtons({ review, onAct, onTrace }: ReviewItemProps) {
  const { proposal } = review;
  const reasonId = useId();
  const isOwn = proposal?.isOwn ?? false;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={reasonId} className="min-w-0 flex-1 basis-48 text-13 text-muted empty:hidden">
        {isOwn ? 'Somebody else has to confirm your proposal.' : null}
      </p>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" icon={<Route />} aria-haspopup="dialog" onClick={onTrace}>
          Payment trace
        </Button>
        {proposal ? (
          <>
            <Button
              size="sm"
              icon={<Undo2 />}
              aria-haspopup="dialog"
              onClick={() => onAct('withdraw')}
            >
              Withdraw
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<Check />}
              aria-haspopup="dialog"
              disabled={isOwn}
              aria-describedby={isOwn ? reasonId : undefined}
              onClick={() => onAct('confirm')}
            >
              Confirm
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            variant="primary"
            aria-haspopup="dialog"
            onClick={() => onAct('propose')}
          >
            Propose
          </Button>
        )}
      </div>
    </div>
  );
}
