import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useConfirmDecision, useWithdrawProposal } from './payment-review-queries.ts';
import { decisionWords, effectOf } from './review-words.ts';

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

export function ConfirmReviewDialog({ review, onClose }: ReviewDialogProps) {
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

export function WithdrawDialog({ review, onClose }: ReviewDialogProps) {
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
