import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useDeleteRole } from './role-queries.ts';

interface DeleteRoleDialogProps {
  /** Null closes it. */
  role: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRoleDialog({ role, onClose, onDeleted }: DeleteRoleDialogProps) {
  return (
    <ConfirmAction
      subject={role}
      change={useDeleteRole()}
      input={({ id }) => id}
      title={({ name }) => `Delete ${name}?`}
      description="Only a role that nobody holds can be deleted. This action cannot be undone."
      confirmLabel="Delete Role"
      busyLabel="Deleting..."
      done="Role deleted successfully"
      failed="Failed to delete role"
      onClose={onClose}
      onDone={onDeleted}
    />
  );
}
