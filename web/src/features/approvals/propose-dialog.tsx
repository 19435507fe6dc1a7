import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useProposeDecision, type ReviewDecision } from './approval-queries.ts';
import { decisionWords, effectOf, whyOf } from './review-words.ts';

interface ProposeDialogProps {
  /** Null: closed. */
  review: PaymentReview | null;
  onClose: () => void;
}

const noteMaxLength = 200;

export function ProposeDialog({ review, onClose }: ProposeDialogProps) {
  const [shown, setShown] = useState(review);
  // The texts stay while the dialog fades away.
  if (review !== null && review !== shown) setShown(review);
  const select = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [decision, setDecision] = useState<ReviewDecision | ''>('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutateAsync, isPending } = useProposeDecision();
  const { error, close, confirm } = useConfirmed({
    subject: review && decision ? { id: review.id, decision, note: note.trim() } : null,
    act: mutateAsync,
    done: 'Decision proposed',
    failed: 'Failed to propose the decision',
    onClose: () => {
      setDecision('');
      setNote('');
      setIsTried(false);
      onClose();
    },
  });
  const isNoteMissing = note.trim() === '';

  function submit(): unknown {
    setIsTried(true);
    if (decision === '') return select.current?.focus();
    if (isNoteMissing) return field.current?.focus();
    return confirm();
  }

  const words = shown ? decisionWords(shown) : { book: '', fail: '' };
  return (
    <ConfirmDialog
      open={review !== null}
      onClose={close}
      onConfirm={submit}
      title="How should this payment end?"
      description={shown ? whyOf(shown) : ''}
      confirmLabel="Propose"
      busyLabel="Proposing..."
      tone="primary"
      busy={isPending}
      error={error}
    >
      <SelectField
        ref={select}
        label="Decision"
        required
        fullWidth
        placeholder="Select a decision..."
        hint={
          shown && decision
            ? effectOf(shown, decision)
            : 'Nothing happens until somebody else confirms it.'
        }
        error={isTried && decision === '' ? 'Decision is required' : undefined}
        disabled={isPending}
        value={decision}
        onChange={(event) => {
          const chosen = event.target.value;
          setDecision(chosen === 'book' || chosen === 'fail' ? chosen : '');
        }}
        options={[
          { value: 'book', label: words.book },
          { value: 'fail', label: words.fail },
        ]}
        className="mt-4"
      />
      <TextAreaField
        ref={field}
        label="Note"
        required
        counter
        rows={3}
        maxLength={noteMaxLength}
        hint="For whoever confirms it: what you have checked."
        error={isTried && isNoteMissing ? 'A note is required' : undefined}
        readOnly={isPending}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="mt-4"
      />
    </ConfirmDialog>
  );
}
