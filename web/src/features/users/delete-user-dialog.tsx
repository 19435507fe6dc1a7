import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { nameOf } from './user.ts';
import { useDeleteUser } from './user-queries.ts';

interface DeleteUserDialogProps {
  /** Null closes it. */
  user: { readonly id: string; readonly firstName: string; readonly lastName: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  return (
    <ConfirmAction
      subject={user}
      change={useDeleteUser()}
      input={({ id }) => id}
      title={(one) => `Delete ${nameOf(one)}?`}
      description="They are signed out at once and cannot sign in again. What they did stays in the history. This action cannot be undone."
      confirmLabel="Delete User"
      busyLabel="Deleting..."
      done="User deleted successfully"
      failed="Failed to delete user"
      onClose={onClose}
      onDone={onDeleted}
    />
  );
}
