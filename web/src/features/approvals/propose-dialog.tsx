import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useRef, useState } from 'react';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { useProposeDecision, type ReviewDecision } from './approval-queries.ts';
import { decisionLabels, effectOf, whyOf } from './review-texts.ts';

interface ProposeDialogProps {
  /** Null closes it. */
  review: PaymentReview | null;
  onClose: () => void;
}

const noteMaxLength = 200;

export function ProposeDialog({ review, onClose }: ProposeDialogProps) {
  const select = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [decision, setDecision] = useState<ReviewDecision | ''>('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const propose = useProposeDecision();
  const isNoteMissing = note.trim() === '';

  function proposalOf({ id }: PaymentReview) {
    setIsTried(true);
    if (decision !== '' && !isNoteMissing) return { id, decision, note: note.trim() };
    (decision === '' ? select : field).current?.focus();
    return undefined;
  }

  return (
    <ConfirmAction
      subject={review}
      change={propose}
      input={proposalOf}
      title={() => 'How should this payment end?'}
      description={whyOf}
      confirmLabel="Propose"
      busyLabel="Proposing..."
      tone="primary"
      done="Decision proposed"
      failed="Failed to propose the decision"
      onClose={() => {
        setDecision('');
        setNote('');
        setIsTried(false);
        onClose();
      }}
    >
      {(shown) => (
        <>
          <SelectField
            ref={select}
            label="Decision"
            required
            fullWidth
            placeholder="Select a decision..."
            hint={
              decision
                ? effectOf(shown, decision)
                : 'Nothing happens until somebody else confirms it.'
            }
            error={isTried && decision === '' ? 'Decision is required' : undefined}
            disabled={propose.isPending}
            value={decision}
            onChange={(event) => {
              const chosen = event.target.value;
              setDecision(chosen === 'book' || chosen === 'fail' ? chosen : '');
            }}
            options={Object.entries(decisionLabels(shown)).map(([value, label]) => ({
              value,
              label,
            }))}
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
            readOnly={propose.isPending}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="mt-4"
          />
        </>
      )}
    </ConfirmAction>
  );
}
