import type { Account } from '@sente/contract/accounts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { useFreezeAccount, useUnfreezeAccount } from './account-queries.ts';

interface FreezeDialogProps {
  open: boolean;
  /** A frozen account is unfrozen, another one frozen. */
  account: Account;
  onClose: () => void;
}

export default function FreezeDialog({ open, account, onClose }: FreezeDialogProps) {
  const asked = open ? account : null;
  return (
    <>
      <NoteDialog
        subject={asked?.freeze ? null : asked}
        change={useFreezeAccount(account.companyId)}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="The people of the company read it on the page of the account."
        title={({ accountName }) => `Freeze ${accountName}?`}
        description="A stop for a time, with a reason that the company reads: no new payments to or from this account are accepted. Payments under way are finished, and its balance and history stay readable. To close an account that nobody uses any more, deactivate it."
        confirmLabel="Freeze Account"
        busyLabel="Freezing..."
        done={({ accountName }) => `${accountName} is frozen`}
        failed="Failed to freeze account"
        onClose={onClose}
      />
      <ConfirmAction
        subject={asked?.freeze ? asked : null}
        change={useUnfreezeAccount(account.companyId)}
        input={({ id }) => id}
        title={({ accountName }) => `Unfreeze ${accountName}?`}
        description="New payments are accepted again at once."
        confirmLabel="Unfreeze Account"
        busyLabel="Unfreezing..."
        tone={() => 'primary'}
        done={({ accountName }) => `${accountName} accepts payments again`}
        failed="Failed to unfreeze account"
        onClose={onClose}
      />
    </>
  );
}
