import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useRemoveRole } from './user-queries.ts';

interface RemoveRoleDialogProps {
  user: { readonly id: string; readonly firstName: string; readonly lastName: string };
  /** Null: closed. */
  role: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

export function RemoveRoleDialog({ user, role, onClose }: RemoveRoleDialogProps) {
  const { mutateAsync, isPending } = useRemoveRole(user.id);
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
      const reason = errorText(cause, 'Failed to remove role');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success('Role removed successfully');
    close();
  }

  return (
    <ConfirmDialog
      open={role !== null}
      onClose={close}
      onConfirm={remove}
      title={role ? `Remove ${role.name} from ${user.firstName} ${user.lastName}?` : ''}
      description="What only this role allows stops at once. The role can be assigned again."
      confirmLabel="Remove Role"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
