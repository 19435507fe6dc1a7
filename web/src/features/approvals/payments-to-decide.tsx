import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import PaymentTraceSheet from '../api-transactions/payment-trace-sheet.tsx';
import {
  paymentReviewQueries,
  useConfirmDecision,
  useWithdrawProposal,
} from './approval-queries.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { type ReviewAct, ReviewItem } from './review-item.tsx';
import { decisionWords, effectOf } from './review-words.ts';

export function PaymentsToDecide() {
  const { data, failure, isLoading } = queryState(useQuery(paymentReviewQueries.open()));
  const [asked, setAsked] = useState<{ review: PaymentReview; act: ReviewAct } | null>(null);
  const close = () => setAsked(null);
  const subjectOf = (act: ReviewAct) => (asked?.act === act ? asked.review : null);
  const traced = useOverlayParam('trace');
  const [companyId = '', recordId = null] = traced.value?.split('.') ?? [];
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        One person proposes how each of these ends, and another one confirms it. Nothing happens
        before that.
      </p>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load the payments to decide"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading payments to decide" /> : null}
      {data && data.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No payments wait for a decision." />
      ) : null}
      <ul aria-label="Payments to decide" className="divide-y empty:hidden">
        {data?.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            onAct={(act) => setAsked({ review, act })}
            onTrace={() => traced.open(traceValueOf(review))}
          />
        ))}
      </ul>
      <ProposeDialog review={subjectOf('propose')} onClose={close} />
      <ConfirmReviewDialog review={subjectOf('confirm')} onClose={close} />
      <WithdrawDialog review={subjectOf('withdraw')} onClose={close} />
      <PaymentTraceSheet
        open={recordId !== null}
        companyId={companyId}
        recordId={recordId}
        onClose={traced.close}
      />
    </>
  );
}

/** Both in one: a payment that was decided in the meantime has left the list. */
function traceValueOf({ companyId, recordId }: PaymentReview): string {
  return `${companyId}.${recordId}`;
}

interface ReviewDialogProps {
  /** Null: closed. */
  review: PaymentReview | null;
  onClose: () => void;
}

/** The texts stay while a dialog fades away. */
function useLast(review: PaymentReview | null): PaymentReview | null {
  const [last, setLast] = useState(review);
  if (review !== null && review !== last) setLast(review);
  return review ?? last;
}

function ConfirmReviewDialog({ review, onClose }: ReviewDialogProps) {
  const shown = useLast(review);
  const { mutateAsync, isPending } = useConfirmDecision();
  const decision = shown?.proposal?.decision ?? 'fail';
  const { error, close, confirm } = useConfirmed({
    // What was seen is sent along, so that nobody confirms another proposal.
    subject: review && { id: review.id, decision },
    act: mutateAsync,
    done: 'Decision confirmed',
    failed: 'Failed to confirm the decision',
    onClose,
  });
  return (
    <ConfirmDialog
      open={review !== null}
      onClose={close}
      onConfirm={confirm}
      title={shown ? `${decisionWords(shown)[decision]}?` : ''}
      description={
        shown ? `${effectOf(shown, decision)} It is done at once and cannot be undone.` : ''
      }
      confirmLabel="Confirm"
      busyLabel="Confirming..."
      tone={decision === 'book' ? 'primary' : 'danger'}
      busy={isPending}
      error={error}
    />
  );
}

function WithdrawDialog({ review, onClose }: ReviewDialogProps) {
  const shown = useLast(review);
  const { mutateAsync, isPending } = useWithdrawProposal();
  const { error, close, confirm } = useConfirmed({
    subject: review && { id: review.id },
    act: mutateAsync,
    done: 'Proposal withdrawn',
    failed: 'Failed to withdraw the proposal',
    onClose,
  });
  const whose = shown?.proposal?.isOwn ? 'Your' : `${shown?.proposal?.by ?? 'The'}'s`;
  return (
    <ConfirmDialog
      open={review !== null}
      onClose={close}
      onConfirm={confirm}
      title="Withdraw the proposal?"
      description={`${whose} proposal is taken back, and the payment waits for another one.`}
      confirmLabel="Withdraw"
      busyLabel="Withdrawing..."
      busy={isPending}
      error={error}
    />
  );
}
