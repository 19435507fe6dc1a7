import type { Account } from '@sente/contract/accounts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useSwitchAccount } from './account-queries.ts';

interface AccountStatusDialogProps {
  /** Null: closed. It is switched off when it is on, and on when it is off. */
  account: Account | null;
  onClose: () => void;
}

export function AccountStatusDialog({ account, onClose }: AccountStatusDialogProps) {
  const { mutateAsync, isPending } = useSwitchAccount();
  const { error, close, confirm } = useConfirmed({
    subject: account,
    act: mutateAsync,
    done: ({ isActive: wasActive }) =>
      wasActive ? 'Account deactivated successfully' : 'Account activated successfully',
    failed: 'Failed to update account status',
    onClose,
  });
  const [shown, setShown] = useState(account);
  // The words stay while it is being switched and while the dialog fades, whatever the page has.
  if (account && account !== shown && !isPending) setShown(account);
  const isActive = shown?.isActive ?? true;

  return (
    <ConfirmDialog
      open={account !== null}
      onClose={close}
      onConfirm={confirm}
      title={`${isActive ? 'Deactivate' : 'Activate'} ${shown?.accountName}?`}
      description={
        isActive
          ? `No money can move on account ${shown?.accountNumber} until it is activated again. Its balance and its history stay.`
          : `Money can move on account ${shown?.accountNumber} again at once.`
      }
      confirmLabel={isActive ? 'Deactivate' : 'Activate'}
      busyLabel={isActive ? 'Deactivating...' : 'Activating...'}
      tone={isActive ? 'danger' : 'primary'}
      busy={isPending}
      error={error}
    />
  );
}
