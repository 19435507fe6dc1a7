import type { Account } from '@sente/contract/accounts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useSwitchAccount } from './account-queries.ts';

interface AccountStatusDialogProps {
  /** An active account is deactivated, an inactive one activated; null closes the dialog. */
  account: Account | null;
  onClose: () => void;
}

export function AccountStatusDialog({ account, onClose }: AccountStatusDialogProps) {
  return (
    <ConfirmAction
      subject={account}
      change={useSwitchAccount()}
      input={(one) => one}
      title={({ isActive, accountName }) =>
        `${isActive ? 'Deactivate' : 'Activate'} ${accountName}?`
      }
      description={({ isActive, accountNumber }) =>
        isActive
          ? `For an account that is no longer used: no money can move on account ${accountNumber} until it is activated again. Its balance and its history stay. To stop payments for a time and say why, freeze it.`
          : `Money can move on account ${accountNumber} again at once.`
      }
      confirmLabel={({ isActive }) => (isActive ? 'Deactivate' : 'Activate')}
      busyLabel={({ isActive }) => (isActive ? 'Deactivating...' : 'Activating...')}
      tone={({ isActive }) => (isActive ? 'danger' : 'primary')}
      done={({ isActive: wasActive }) =>
        wasActive ? 'Account deactivated successfully' : 'Account activated successfully'
      }
      failed="Failed to update account status"
      onClose={onClose}
    />
  );
}
