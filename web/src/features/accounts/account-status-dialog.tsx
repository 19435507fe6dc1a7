import type { Account } from '@sente/contract/accounts';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useSwitchAccount } from './account-queries.ts';

interface AccountStatusDialogProps {
  /** Null: closed. It is switched off when it is on, and on when it is off. */
  account: Account | null;
  onClose: () => void;
}

export function AccountStatusDialog({ account, onClose }: AccountStatusDialogProps) {
  const { mutateAsync, isPending } = useSwitchAccount();
  const [error, setError] = useState<string | null>(null);
  const [shown, setShown] = useState(account);
  // The words stay while it is being switched and while the dialog fades, whatever the page has.
  if (account && account !== shown && !isPending) setShown(account);
  const isActive = shown?.isActive ?? true;

  function close(): void {
    setError(null);
    onClose();
  }

  async function change(): Promise<void> {
    if (!account) return;
    setError(null);
    try {
      await mutateAsync(account);
    } catch (cause) {
      const reason = errorText(cause, 'Failed to update account status');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success(
      account.isActive ? 'Account deactivated successfully' : 'Account activated successfully',
    );
    close();
  }

  return (
    <ConfirmDialog
      open={account !== null}
      onClose={close}
      onConfirm={change}
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
