import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useDeleteRole } from './role-queries.ts';

interface DeleteRoleDialogProps {
  /** Null: closed. */
  role: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRoleDialog({ role, onClose, onDeleted }: DeleteRoleDialogProps) {
  const { mutateAsync, isPending } = useDeleteRole();
  const [error, setError] = useState<string | null>(null);

  function close(): void {
    setError(null);
    onClose();
  }

  async function remove(): Promise<void> {
    if (!role) return;
    setError(null);
    try {
      await mutateAsync(role.id);
    } catch (cause) {
      const reason = errorText(cause, 'Failed to delete role');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success('Role deleted successfully');
    close();
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      open={role !== null}
      onClose={close}
      onConfirm={remove}
      title={role ? `Delete ${role.name}?` : ''}
      description="Only a role that nobody holds can be deleted. This action cannot be undone."
      confirmLabel="Delete Role"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
