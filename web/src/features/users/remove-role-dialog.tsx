import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { nameOf } from './user-name.ts';
import { useRemoveRole } from './user-queries.ts';

interface RemoveRoleDialogProps {
  user: { readonly id: string; readonly firstName: string; readonly lastName: string };
  /** Null: closed. */
  role: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}

export function RemoveRoleDialog({ user, role, onClose }: RemoveRoleDialogProps) {
  const { mutateAsync, isPending } = useRemoveRole(user.id);
  const { error, close, confirm } = useConfirmed({
    subject: role,
    act: ({ id }) => mutateAsync(id),
    done: 'Role removed successfully',
    failed: 'Failed to remove role',
    onClose,
  });

  return (
    <ConfirmDialog
      open={role !== null}
      onClose={close}
      onConfirm={confirm}
      title={role ? `Remove ${role.name} from ${nameOf(user)}?` : ''}
      description="What only this role allows stops at once. The role can be assigned again."
      confirmLabel="Remove Role"
      busyLabel="Removing..."
      busy={isPending}
      error={error}
    />
  );
}
