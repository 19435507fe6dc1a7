import type { PaymentReview } from '@sente/contract/payment-reviews';
import { whyOf } from '@sente/contract/review-words';
import { useRef, useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { SelectField } from '../../ui/select.tsx';
import { useProposeDecision, type ReviewDecision } from './proposal-queries.ts';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { decisionLabels, effectOf } from './review-texts.ts';
import { StatedAmountField, statedAmount } from './stated-amount.tsx';

interface ProposeDialogProps {
  /** Null closes it. */
  review: PaymentReview | null;
  onClose: () => void;
}

interface Values {
  readonly id: string;
  readonly decision: ReviewDecision;
  readonly amount?: number | undefined;
}

export function ProposeDialog({ review, onClose }: ProposeDialogProps) {
  const select = useRef<HTMLSelectElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const [decision, setDecision] = useState<ReviewDecision | ''>('');
  const [typed, setTyped] = useState('');
  const propose = useProposeDecision();

  function valuesOf(subject: PaymentReview): Values | undefined {
    const stated = statedIn(subject, decision, typed);
    if (decision !== '' && stated.error === undefined) {
      return { id: subject.id, decision, amount: stated.amount };
    }
    (decision === '' ? select : amountField).current?.focus();
    return undefined;
  }

  return (
    <NoteDialog
      subject={review}
      change={propose}
      values={valuesOf}
      noteHint="For whoever confirms it: what you have checked."
      title={() => 'How should this payment end?'}
      description={whyOf}
      confirmLabel="Propose"
      busyLabel="Proposing..."
      tone="primary"
      done="Decision proposed"
      failed="Failed to propose the decision"
      onClose={() => {
        setDecision('');
        setTyped('');
        onClose();
      }}
      fields={(shown, isTried) => (
        <>
          <ReviewFacts review={shown} />
          <SelectField
            ref={select}
            label="Decision"
            required
            fullWidth
            placeholder="Select a decision..."
            hint={
              decision
                ? effectOf(shown, decision, typed.trim() !== '')
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
          {isAmountAsked(shown, decision) ? (
            <StatedAmountField
              ref={amountField}
              required={shown.statedAmount === 'required'}
              hint={
                shown.statedAmount === 'required'
                  ? undefined
                  : `Leave it empty for UGX ${formatAmount(shown.amount)}, as was asked for.`
              }
              error={isTried ? statedIn(shown, decision, typed).error : undefined}
              readOnly={propose.isPending}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : null}
        </>
      )}
    />
  );
}

function isAmountAsked({ statedAmount }: PaymentReview, decision: ReviewDecision | ''): boolean {
  return decision === 'book' && statedAmount !== 'none';
}

/** Nothing where no amount is asked for or needed. */
function statedIn(
  review: PaymentReview,
  decision: ReviewDecision | '',
  typed: string,
): { amount?: number; error?: string } {
  const isOptional = review.statedAmount === 'optional' && typed.trim() === '';
  if (!isAmountAsked(review, decision) || isOptional) return {};
  return statedAmount(typed);
}
