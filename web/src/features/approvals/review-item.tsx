import { networkWord } from '@sente/contract/payments';
import type { PaymentReview } from '@sente/contract/payment-reviews';
import { phoneText } from '@sente/contract/phone';
import { whyOf } from '@sente/contract/review-words';
import { Route } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';
import { ProposalButtons, ProposalPanel, RejectionNote } from './proposal.tsx';
import { decisionLabels } from './review-texts.ts';

export type ReviewAct = 'propose' | 'confirm' | 'withdraw';

interface ReviewItemProps {
  review: PaymentReview;
  /** Whoever reads came for this one. */
  isSought: boolean;
  onAct: (act: ReviewAct) => void;
}

export function ReviewItem({ review, isSought, onAct }: ReviewItemProps) {
  const item = useRef<HTMLLIElement>(null);
  // The focus scrolls to it as well.
  useEffect(() => {
    if (isSought) item.current?.focus();
  }, [isSought]);
  const { proposal, rejection } = review;
  return (
    <li
      ref={item}
      tabIndex={isSought ? -1 : undefined}
      aria-current={isSought || undefined}
      className="flex flex-col gap-2 px-4 py-4 aria-[current=true]:bg-accent-soft sm:px-5"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">
            {review.direction === 'collection' ? 'Collection from ' : 'Payout to '}
            <span className="tabular whitespace-nowrap">
              {phoneText(review.phoneNumber)}
            </span> on{' '}
            {networkWord(review.network)}
          </p>
          <p className="text-13">
            <Link
              to={paths.company(review.companyId)}
              className="inline-block min-h-6 rounded-sm wrap-anywhere hover:underline hover:underline-offset-3"
            >
              {review.companyName}
            </Link>
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1">
          <Money amount={review.amount} className="font-medium" />
          <MovementBadge status={review.status} check={{ kind: review.kind, state: 'open' }} />
        </div>
      </div>
      {/* Below both columns: on a phone it needs the whole width. */}
      <p className="-mt-2 text-13 text-muted">
        Asked for <DateText value={review.askedAt} format="shortTime" />, open since{' '}
        <DateText value={review.openedAt} format="shortTime" /> (
        <RelativeTime value={review.openedAt} />)
      </p>
      <p className="wrap-anywhere empty:hidden">
        {review.description}
        {review.description && review.reference ? ' ' : null}
        {review.reference ? (
          <span className="text-13 text-muted">Reference {review.reference}</span>
        ) : null}
      </p>
      <p className="wrap-anywhere">{whyOf(review)}</p>
      {proposal ? (
        <ProposalPanel label={decisionLabels(review)[proposal.decision]} proposal={proposal}>
          {proposal.amount === null ? null : (
            <p className="mt-0.5">
              Stated as paid: <Money amount={proposal.amount} className="font-medium" />
            </p>
          )}
        </ProposalPanel>
      ) : null}
      {rejection ? (
        <RejectionNote label={decisionLabels(review)[rejection.decision]} rejection={rejection} />
      ) : null}
      <ProposalButtons
        proposal={proposal}
        onConfirm={() => onAct('confirm')}
        onWithdraw={() => onAct('withdraw')}
        others={
          <ButtonLink
            size="sm"
            variant="ghost"
            icon={<Route />}
            to={paths.transaction(review.recordId)}
          >
            View payment
          </ButtonLink>
        }
      >
        <Button size="sm" variant="primary" aria-haspopup="dialog" onClick={() => onAct('propose')}>
          Propose a decision
        </Button>
      </ProposalButtons>
    </li>
  );
}
