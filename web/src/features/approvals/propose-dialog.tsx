import type { PaymentReview } from '@sente/contract/payment-reviews';
import { positiveMoney } from '@sente/contract/money';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { formatAmount } from '../../lib/money.ts';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
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
  const amountField = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [decision, setDecision] = useState<ReviewDecision | ''>('');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const propose = useProposeDecision();
  const isNoteMissing = note.trim() === '';

  function proposalOf(subject: PaymentReview) {
    setIsTried(true);
    const stated = statedIn(subject, decision, typed);
    if (decision !== '' && stated.error === undefined && !isNoteMissing) {
      return { id: subject.id, decision, note: note.trim(), amount: stated.amount };
    }
    const first = decision === '' ? select : stated.error === undefined ? field : amountField;
    first.current?.focus();
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
        setTyped('');
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
            <TextField
              ref={amountField}
              label="Paid in UGX"
              required={shown.statedAmount === 'required'}
              inputMode="decimal"
              autoComplete="off"
              hint={
                shown.statedAmount === 'required'
                  ? 'What really moved, for example by the statement of the network.'
                  : `Leave it empty for UGX ${formatAmount(shown.amount)}, as was asked for.`
              }
              error={isTried ? statedIn(shown, decision, typed).error : undefined}
              readOnly={propose.isPending}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="mt-4"
            />
          ) : null}
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

function isAmountAsked({ statedAmount }: PaymentReview, decision: ReviewDecision | ''): boolean {
  return decision === 'book' && statedAmount !== 'none';
}

/** The amount that the person states, by the contract's rules. */
function statedIn(
  review: PaymentReview,
  decision: ReviewDecision | '',
  typed: string,
): { amount?: number; error?: string } {
  const isOptional = review.statedAmount === 'optional' && typed.trim() === '';
  if (!isAmountAsked(review, decision) || isOptional) return {};
  const result = z.safeParse(positiveMoney, amountToCheck(typed));
  if (result.success) return { amount: result.data };
  return { error: result.error.issues[0]?.message ?? 'Amount must be greater than 0' };
}
