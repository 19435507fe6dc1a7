import { networkWord, type NetworkName } from '@sente/contract/payments';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** The number begins like those of another network than the chosen one. */
export interface NetworkDoubt {
  readonly chosen: string;
  readonly likely: NetworkName;
}

interface NetworkQuestionProps {
  doubt: NetworkDoubt | null;
  onUse: (network: NetworkName) => void;
  /** The number was taken along to the chosen network. */
  onConfirm: () => void;
  /** Back to the form. */
  onClose: () => void;
}

/** Asks before a payment is sent by a network that the number does not look like. */
export function NetworkQuestion({ doubt, onUse, onConfirm, onClose }: NetworkQuestionProps) {
  if (!doubt) return null;
  const { likely } = doubt;
  const chosen = networkWord(doubt.chosen);
  const other = networkWord(likely);
  return (
    <ConfirmDialog
      open
      tone="primary"
      onClose={onClose}
      title={`This looks like an ${other} number`}
      description={`Use ${chosen} anyway? People can keep their number when they change networks, so it may be right. If it is not, the payment fails.`}
      cancelLabel="Back"
      confirmLabel={`Use ${other}`}
      onConfirm={() => onUse(likely)}
      otherChoice={{ label: `Use ${chosen} anyway`, onChoose: onConfirm }}
    />
  );
}
