import type { Permission, RoleDetails } from '@sente/contract/roles';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import type { Failure } from '../../api/query-state.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { notify } from '../../ui/toast.tsx';
import { PermissionPicker, progressText, useFreePermissions } from './permission-picker.tsx';
import { useAssignPermissions } from './role-queries.ts';

interface AssignPermissionsDialogProps {
  role: RoleDetails;
  /** All permissions. */
  permissions: readonly Permission[] | undefined;
  failure: Failure | undefined;
  open: boolean;
  onClose: () => void;
}

export function AssignPermissionsDialog({
  role,
  permissions,
  failure,
  open,
  onClose,
}: AssignPermissionsDialogProps) {
  const assign = useAssignPermissions(role.id);
  const free = useFreePermissions(permissions, role);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string | null>(null);
  const chosen = free?.filter(({ id }) => ticked.has(id)) ?? [];

  function close(): void {
    setTicked(new Set());
    setError(null);
    onClose();
  }

  const submitOnce = useSubmitOnce(submit);

  async function submit(): Promise<void> {
    if (chosen.length === 0) return;
    setError(null);
    const { count, request, error: cause } = await assign.mutateAsync(chosen.map(({ id }) => id));
    const rest = chosen.slice(count);
    if (rest.length === 0) {
      if (request) {
        notify.waiting('The permission waits for a second person', paths.approval(request));
      } else notify.success('Permission assigned successfully');
      close();
      return;
    }
    const reason = errorText(cause, 'Failed to assign permission');
    setError(
      count === 0
        ? reason
        : `${reason.replace(/\.$/, '')}. ${progressText(chosen.slice(0, count), rest)}`,
    );
    setTicked(new Set(rest.map(({ id }) => id)));
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Assign Permissions"
      description={`What ${role.name} may do besides what it holds already.`}
      busy={assign.isPending}
      submitLabel={chosen.length > 1 ? `Assign ${chosen.length} Permissions` : 'Assign Permission'}
      busyLabel="Assigning..."
      disabled={chosen.length === 0}
    >
      {({ formId }) => (
        <form id={formId} onSubmit={submitOnce}>
          {/* Its search starts empty each time. */}
          {open ? (
            <PermissionPicker
              {...{ free, failure, ticked }}
              onTick={setTicked}
              disabled={assign.isPending}
            />
          ) : null}
          <DialogError>{error}</DialogError>
        </form>
      )}
    </FormDialog>
  );
}
