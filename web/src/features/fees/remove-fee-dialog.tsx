import type { FeeSchedule } from '@sente/contract/fees';
import { formatDateTime } from '../../lib/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useRemoveFee } from './fee-queries.ts';
import { directionLabels, ruleText } from './fee-words.ts';

interface RemoveFeeDialogProps {
  companyId: string;
  /** Null: closed. */
  fee: FeeSchedule | null;
  onClose: () => void;
}

export function RemoveFeeDialog({ companyId, fee, onClose }: RemoveFeeDialogProps) {
  const { mutateAsync, isPending } = useRemoveFee(companyId);
  const { error, close, confirm } = useConfirmed({
    subject: fee,
    act: ({ id }) => mutateAsync(id),
    done: 'Planned fee removed successfully',
    failed: 'Failed to remove fee',
    onClose,
  });
  return (
    <ConfirmDialog
      open={fee !== null}
      onClose={close}
      onConfirm={confirm}
      title="Remove this planned fee?"
      description={
        fee
          ? `${directionLabels[fee.direction]}: ${ruleText(fee.rule)}, from ${formatDateTime(fee.effectiveFrom)}. The fee before it stays in effect.`
          : ''
      }
      confirmLabel="Remove Fee"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
