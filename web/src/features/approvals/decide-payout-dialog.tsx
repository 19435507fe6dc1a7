import type { AttentionItem } from '@sente/contract/attention';
import { useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useDecidePayout, type Decision } from './approval-queries.ts';

export interface AskedDecision {
  readonly item: AttentionItem;
  readonly decision: Decision;
}

const words = {
  approve: {
    title: 'Approve this payout?',
    label: 'Approve',
    busy: 'Approving...',
    done: 'Payout approved',
    failed: 'Failed to approve payout',
    tone: 'primary',
  },
  reject: {
    title: 'Reject this payout?',
    label: 'Reject',
    busy: 'Rejecting...',
    done: 'Payout rejected',
    failed: 'Failed to reject payout',
    tone: 'danger',
  },
} as const;

interface DecidePayoutDialogProps {
  asked: AskedDecision | null;
  onClose: () => void;
}

export function DecidePayoutDialog({ asked, onClose }: DecidePayoutDialogProps) {
  const [shown, setShown] = useState(asked);
  // The texts stay while the dialog fades away.
  if (asked !== null && asked !== shown) setShown(asked);
  const { mutateAsync, isPending } = useDecidePayout();
  const text = words[shown?.decision ?? 'approve'];
  const { error, close, confirm } = useConfirmed({
    subject: asked && { id: asked.item.id, decision: asked.decision },
    act: mutateAsync,
    done: text.done,
    failed: text.failed,
    onClose,
  });
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={close}
      onConfirm={confirm}
      title={text.title}
      description={shown ? effectOf(shown) : ''}
      confirmLabel={text.label}
      busyLabel={text.busy}
      tone={text.tone}
      busy={isPending}
      error={error}
    />
  );
}

function effectOf({ item, decision }: AskedDecision): string {
  const { amount, company, payout } = item;
  const sum = `UGX ${formatAmount(amount)}`;
  if (decision === 'reject') {
    const held = `UGX ${formatAmount(payout?.held ?? amount)}`;
    return `${held} will be free again on the account of ${company}, and nothing is paid out. This cannot be undone.`;
  }
  const to = payout ? `${payout.phoneNumber} (${payout.network})` : 'the receiver';
  return `${sum} of ${company} will be sent to ${to} at once. A payout that has arrived cannot be taken back.`;
}
