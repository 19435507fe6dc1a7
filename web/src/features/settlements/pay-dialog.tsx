import { useRef, useState } from 'react';
import { formatUgx } from '@sente/contract/money';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextField } from '../../ui/field.tsx';
import { usePay } from './settlement-queries.ts';
import { countText } from './settlement-texts.tsx';

export interface ToPay {
  readonly id: string;
  readonly isBatch: boolean;
  readonly count: number;
  readonly amount: number;
  /** Whether the file went to the bank, as far as is known here. */
  readonly isFetched: boolean;
  /** All payouts are stopped: the bank has nothing new to pay. */
  readonly isStopped: boolean;
}

interface PayDialogProps {
  toPay: ToPay | null;
  onClose: () => void;
}

/** Books what the bank has paid, with its reference. */
export function PayDialog({ toPay, onClose }: PayDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [bankReference, setBankReference] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isMissing = bankReference.trim() === '';
  const pay = usePay();
  return (
    <ConfirmAction
      subject={toPay}
      change={pay}
      input={({ id, isBatch }) => {
        setIsTried(true);
        if (!isMissing) return { id, isBatch, bankReference: bankReference.trim() };
        input.current?.focus();
        return undefined;
      }}
      title={({ count }) => `Book ${countText(count)} as paid?`}
      description={descriptionOf}
      confirmLabel="Book as Paid"
      busyLabel="Booking..."
      tone="primary"
      done={({ count }) => `${countText(count)} booked as paid`}
      failed="Failed to book the payment"
      onClose={() => {
        setBankReference('');
        setIsTried(false);
        onClose();
      }}
    >
      <TextField
        ref={input}
        className="mt-4"
        label="Bank's Reference"
        required
        maxLength={60}
        autoComplete="off"
        error={isTried && isMissing ? "The bank's reference is required" : undefined}
        readOnly={pay.isPending}
        value={bankReference}
        onChange={(event) => setBankReference(event.target.value)}
      />
    </ConfirmAction>
  );
}

function descriptionOf({ amount, isFetched, isStopped }: ToPay): string {
  return [
    `${formatUgx(amount)} left the bank. The companies are told.`,
    ...(isFetched
      ? []
      : ['Nobody fetched the file for the bank here: make sure that the bank paid.']),
    ...(isStopped ? ['All payouts are stopped: book only what the bank has paid.'] : []),
  ].join(' ');
}
