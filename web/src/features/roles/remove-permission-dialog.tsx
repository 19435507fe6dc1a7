import type { Permission } from '@sente/contract/roles';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useRemovePermission } from './role-queries.ts';

interface RemovePermissionDialogProps {
  role: { readonly id: string; readonly name: string };
  /** Null: closed. */
  permission: Permission | null;
  onClose: () => void;
}

export function RemovePermissionDialog({ role, permission, onClose }: RemovePermissionDialogProps) {
  const { mutateAsync, isPending } = useRemovePermission(role.id);
  const [error, setError] = useState<string | null>(null);

  function close(): void {
    setError(null);
    onClose();
  }

  async function remove(): Promise<void> {
    if (!permission) return;
    setError(null);
    try {
      await mutateAsync(permission.id);
    } catch (cause) {
      const reason = errorText(cause, 'Failed to remove permission');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success('Permission removed successfully');
    close();
  }

  return (
    <ConfirmDialog
      open={permission !== null}
      onClose={close}
      onConfirm={remove}
      title={permission ? `Remove ${permission.name}?` : ''}
      description={`Everyone who holds ${role.name} loses it at once, unless another role gives it to them.`}
      confirmLabel="Remove Permission"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
