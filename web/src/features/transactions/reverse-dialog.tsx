import type { TransactionDetails } from '@sente/contract/transaction-details';
import { debtEffect } from '../../lib/debt-texts.ts';
import { formatAmount } from '../../lib/money.ts';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { useReverseTransaction } from './transaction-queries.ts';

interface ReverseDialogProps {
  open: boolean;
  onClose: () => void;
  transaction: TransactionDetails;
}

export default function ReverseDialog({ open, onClose, transaction }: ReverseDialogProps) {
  return (
    <NoteDialog
      subject={open ? transaction : null}
      change={useReverseTransaction()}
      values={({ id }) => ({ id })}
      noteLabel="Reason"
      noteHint="Kept in the history with your name."
      title={() => 'Ask to reverse this transaction?'}
      description={effectOf}
      confirmLabel="Ask for Approval"
      busyLabel="Asking..."
      done="The reversal waits for a second person"
      failed="Failed to ask for the reversal"
      onClose={onClose}
    />
  );
}

/** From the account's own entry: a deducted fee is returned with the rest. */
function effectOf(transaction: TransactionDetails): string {
  const { type, amount, net, accountName, companyName, reversal, reversedWith, refunds } =
    transaction;
  const sum = `UGX ${formatAmount(Math.abs(net ?? amount))}`;
  const account = `${accountName} of ${companyName}`;
  const effect =
    type === 'credit'
      ? `${sum} will be taken from ${account}`
      : `${sum} will be given back to ${account}`;
  const keeps = phoneKeeps(transaction);
  return [
    `${effect} when a second person approves it, by an opposite transaction; both stay in the records.`,
    ...(keeps === null ? [] : [keeps]),
    ...(refunds && refunds.refunded > 0
      ? [
          `UGX ${formatAmount(refunds.refunded)} of it was refunded to the payer, or is about to be: what went out is given twice, and what waits cannot be approved any more.`,
        ]
      : []),
    ...(reversedWith
      ? [
          `The network's fee of UGX ${formatAmount(reversedWith.amount)}, which case ${reversedWith.caseNumber} booked with it, is reversed as well, and the case is open again.`,
        ]
      : []),
    ...(reversal ? debtEffect(reversal, companyName) : []),
    'This can be done once and cannot be undone.',
  ].join(' ');
}

/** The network takes nothing back. */
function phoneKeeps({ kind }: TransactionDetails): string | null {
  if (kind === 'payout') return 'The phone that was paid keeps the money.';
  return kind === 'collection' ? 'The payer does not get the money back.' : null;
}
