import { phoneText } from '@sente/contract/phone';
import type { Recipient } from '@sente/contract/recipients';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useRemoveRecipient } from './recipient-queries.ts';

interface RemoveDialogProps {
  /** Null closes it. */
  recipient: Recipient | null;
  onClose: () => void;
}

export function RemoveRecipientDialog({ recipient, onClose }: RemoveDialogProps) {
  return (
    <ConfirmAction
      subject={recipient}
      change={useRemoveRecipient()}
      input={({ id }) => id}
      title={({ label }) => `Remove ${label}?`}
      description={({ phoneNumber }) =>
        `${phoneText(phoneNumber)} is no longer offered when money is sent. Payments to it stay as they are.`
      }
      confirmLabel="Remove"
      busyLabel="Removing..."
      done="Recipient removed"
      failed="Failed to remove the recipient"
      onClose={onClose}
    />
  );
}
