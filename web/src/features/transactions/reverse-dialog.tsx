import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { useRef, useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useReverseTransaction } from './transaction-queries.ts';

interface ReverseDialogProps {
  open: boolean;
  onClose: () => void;
  transaction: SystemTransactionDetails;
}

const reasonMaxLength = 200;

export function ReverseDialog({ open, onClose, transaction }: ReverseDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutateAsync, isPending } = useReverseTransaction();
  const { error, close, confirm } = useConfirmed({
    subject: open ? { id: transaction.id, reason: reason.trim() } : null,
    act: mutateAsync,
    done: 'Transaction reversed successfully',
    failed: 'Failed to reverse transaction',
    onClose: () => {
      setReason('');
      setIsTried(false);
      onClose();
    },
  });
  const isMissing = reason.trim() === '';

  function submit(): unknown {
    setIsTried(true);
    if (!isMissing) return confirm();
    return field.current?.focus();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={submit}
      title="Reverse this transaction?"
      description={effectOf(transaction)}
      confirmLabel="Reverse"
      busyLabel="Reversing..."
      busy={isPending}
      error={error}
    >
      <TextAreaField
        ref={field}
        label="Reason"
        required
        counter
        rows={3}
        maxLength={reasonMaxLength}
        hint="Kept in the history with your name."
        error={isTried && isMissing ? 'Reason is required' : undefined}
        readOnly={isPending}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="mt-4"
      />
    </ConfirmDialog>
  );
}

/** By the account's own side: a fee that was taken is given back with the rest. */
function effectOf({ type, amount, legs, accountName, companyName }: SystemTransactionDetails) {
  const own = legs.find(({ account: name }) => name === accountName)?.amount ?? amount;
  const sum = `UGX ${formatAmount(Math.abs(own))}`;
  const account = `${accountName} of ${companyName}`;
  const effect =
    type === 'Credit'
      ? `${sum} will be taken from ${account}`
      : `${sum} will be given back to ${account}`;
  return `${effect} at once, by an opposite transaction. Both stay in the records. This can be done once and cannot be undone.`;
}
