import { approvals } from '@sente/contract/approvals';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { movesMoney, useChange } from '../api/change.ts';
import { Button } from './button.tsx';
import { ConfirmAction } from './confirm-action.tsx';

interface CancelPayoutProps {
  approvalId: string;
  onDone: () => void;
}

/** For who asked for a payout, while it waits. */
export function CancelPayout({ approvalId, onDone }: CancelPayoutProps) {
  const [isAsked, setIsAsked] = useState(false);
  const withdraw = useChange({
    send: (id: string) => call(approvals.withdraw, { params: { id } }),
    ...movesMoney,
  });
  return (
    <>
      <Button icon={<Undo2 />} aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Cancel Payout
      </Button>
      <ConfirmAction
        subject={isAsked ? approvalId : null}
        change={withdraw}
        input={(id) => id}
        title={() => 'Cancel this payout?'}
        description="Nothing is paid out, and what is held is free again. This cannot be undone."
        confirmLabel="Cancel Payout"
        cancelLabel="Back"
        busyLabel="Cancelling..."
        done="Payout cancelled"
        failed="Failed to cancel the payout"
        onClose={() => setIsAsked(false)}
        onDone={onDone}
      />
    </>
  );
}
