import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useDeleteRole } from './role-queries.ts';

interface DeleteRoleDialogProps {
  /** Null: closed. */
  role: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRoleDialog({ role, onClose, onDeleted }: DeleteRoleDialogProps) {
  const { mutateAsync, isPending } = useDeleteRole();
  const { error, close, confirm } = useConfirmed({
    subject: role,
    act: ({ id }) => mutateAsync(id),
    done: 'Role deleted successfully',
    failed: 'Failed to delete role',
    onClose,
    onDone: onDeleted,
  });

  return (
    <ConfirmDialog
      open={role !== null}
      onClose={close}
      onConfirm={confirm}
      title={role ? `Delete ${role.name}?` : ''}
      description="Only a role that nobody holds can be deleted. This action cannot be undone."
      confirmLabel="Delete Role"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
