import type { Permission } from '@sente/contract/roles';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useRemovePermission } from './role-queries.ts';

interface RemovePermissionDialogProps {
  role: { readonly id: string; readonly name: string };
  /** Null: closed. */
  permission: Permission | null;
  onClose: () => void;
}

export function RemovePermissionDialog({ role, permission, onClose }: RemovePermissionDialogProps) {
  const { mutateAsync, isPending } = useRemovePermission(role.id);
  const { error, close, confirm } = useConfirmed({
    subject: permission,
    act: ({ id }) => mutateAsync(id),
    done: 'Permission removed successfully',
    failed: 'Failed to remove permission',
    onClose,
  });

  return (
    <ConfirmDialog
      open={permission !== null}
      onClose={close}
      onConfirm={confirm}
      title={permission ? `Remove ${permission.name}?` : ''}
      description={`Everyone who holds ${role.name} loses it at once, unless another role gives it to them.`}
      confirmLabel="Remove Permission"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
