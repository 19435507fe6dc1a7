import { permissionLabel } from '@sente/contract/permission-labels';
import type { Permission, RoleDetails } from '@sente/contract/roles';
import { KeyRound, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '../../api/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AssignPermissionsDialog } from './assign-permissions-dialog.tsx';
import { groupByModule, type PermissionGroup } from './permission-modules.ts';
import { permissionHint, PermissionName } from './permission-name.tsx';
import { useMayChangeRole } from './role-power.ts';
import { useRemovePermission } from './role-queries.ts';

interface RolePermissionsProps {
  role: RoleDetails;
  /** All permissions, to assign from. */
  permissions: readonly Permission[] | undefined;
  failure: Failure | undefined;
}

/** The permissions of a role, with actions to assign and remove them. */
export function RolePermissions({ role, permissions, failure }: RolePermissionsProps) {
  const [isAssigning, setIsAssigning] = useState(false);
  const [toRemove, setToRemove] = useState<Permission | null>(null);
  return (
    <>
      <HeldPermissions
        role={role}
        mayChange={useMayChangeRole()(role)}
        onAssign={() => setIsAssigning(true)}
        onRemove={setToRemove}
      />
      <AssignPermissionsDialog
        {...{ role, permissions, failure }}
        open={isAssigning}
        onClose={() => setIsAssigning(false)}
      />
      <ConfirmAction
        subject={toRemove}
        change={useRemovePermission(role.id)}
        input={({ id }) => id}
        title={({ name }) => `Remove “${permissionLabel(name)}”?`}
        description={`Everyone who holds ${role.name} loses it at once, unless another role gives it to them.`}
        confirmLabel="Remove Permission"
        busyLabel="Removing..."
        done="Permission removed successfully"
        failed="Failed to remove permission"
        onClose={() => setToRemove(null)}
      />
    </>
  );
}

interface HeldPermissionsProps {
  role: RoleDetails;
  mayChange: boolean;
  onAssign: () => void;
  onRemove: (permission: Permission) => void;
}

function HeldPermissions({ role, mayChange, onAssign, onRemove }: HeldPermissionsProps) {
  const { permissions } = role;
  return (
    <Card
      title="Permissions"
      description={permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}
      flush
      actions={
        mayChange ? (
          <Button size="sm" icon={<Plus />} aria-haspopup="dialog" onClick={onAssign}>
            Assign Permissions
          </Button>
        ) : null
      }
    >
      {permissions.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title="No permissions yet"
          hint="Whoever holds this role can sign in, and nothing more."
        />
      ) : (
        <div className="divide-y">
          {groupByModule(permissions).map((group) => (
            <Group key={group.module} group={group} onRemove={mayChange ? onRemove : undefined} />
          ))}
        </div>
      )}
    </Card>
  );
}

interface GroupProps {
  group: PermissionGroup;
  /** Undefined: the reader may not change this role. */
  onRemove: ((permission: Permission) => void) | undefined;
}

function Group({ group, onRemove }: GroupProps) {
  return (
    <section
      aria-label={group.module}
      className="grid gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <h3 className="text-13 font-medium text-muted sm:pt-1">{group.module}</h3>
      <ul className="flex flex-col gap-1">
        {group.permissions.map((permission) => (
          <li key={permission.id} className="flex items-start justify-between gap-4">
            <div className="min-w-0 py-1">
              <p>
                <PermissionName name={permission.name} />
              </p>
              <p className="text-13 wrap-anywhere text-muted empty:hidden">
                {permissionHint(permission)}
              </p>
            </div>
            {onRemove ? (
              <IconButton
                size="sm"
                tone="danger"
                label={`Remove “${permissionLabel(permission.name)}”`}
                icon={<X />}
                onClick={() => onRemove(permission)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
