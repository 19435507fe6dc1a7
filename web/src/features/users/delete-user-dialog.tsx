import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useDeleteUser } from './user-queries.ts';

interface DeleteUserDialogProps {
  /** Null: closed. */
  user: { readonly id: string; readonly firstName: string; readonly lastName: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { mutateAsync, isPending } = useDeleteUser();
  const [error, setError] = useState<string | null>(null);

  function close(): void {
    setError(null);
    onClose();
  }

  async function remove(): Promise<void> {
    if (!user) return;
    setError(null);
    try {
      await mutateAsync(user.id);
    } catch (cause) {
      const reason = errorText(cause, 'Failed to delete user');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success('User deleted successfully');
    close();
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      open={user !== null}
      onClose={close}
      onConfirm={remove}
      title={user ? `Delete ${user.firstName} ${user.lastName}?` : ''}
      description="They are signed out at once and cannot sign in again. What they did stays in the history. This action cannot be undone."
      confirmLabel="Delete User"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
