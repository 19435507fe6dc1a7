import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { nameOf } from './user-name.ts';
import { useDeleteUser } from './user-queries.ts';

interface DeleteUserDialogProps {
  /** Null: closed. */
  user: { readonly id: string; readonly firstName: string; readonly lastName: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { mutateAsync, isPending } = useDeleteUser();
  const { error, close, confirm } = useConfirmed({
    subject: user,
    act: ({ id }) => mutateAsync(id),
    done: 'User deleted successfully',
    failed: 'Failed to delete user',
    onClose,
    onDone: onDeleted,
  });

  return (
    <ConfirmDialog
      open={user !== null}
      onClose={close}
      onConfirm={confirm}
      title={user ? `Delete ${nameOf(user)}?` : ''}
      description="They are signed out at once and cannot sign in again. What they did stays in the history. This action cannot be undone."
      confirmLabel="Delete User"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
