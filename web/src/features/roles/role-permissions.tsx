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
      <HeldPermissions role={role} onAssign={() => setIsAssigning(true)} onRemove={setToRemove} />
      <AssignPermissionsDialog
        {...{ role, permissions, failure }}
        open={isAssigning}
        onClose={() => setIsAssigning(false)}
      />
      <ConfirmAction
        subject={toRemove}
        change={useRemovePermission(role.id)}
        input={({ id }) => id}
        title={({ name }) => `Remove ${name}?`}
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
  onAssign: () => void;
  onRemove: (permission: Permission) => void;
}

function HeldPermissions({ role: { permissions }, onAssign, onRemove }: HeldPermissionsProps) {
  return (
    <Card
      title="Permissions"
      description={permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}
      flush
      actions={
        <Button size="sm" icon={<Plus />} aria-haspopup="dialog" onClick={onAssign}>
          Assign Permissions
        </Button>
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
            <Group key={group.module} group={group} onRemove={onRemove} />
          ))}
        </div>
      )}
    </Card>
  );
}

interface GroupProps {
  group: PermissionGroup;
  onRemove: (permission: Permission) => void;
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
              <p className="font-medium wrap-anywhere">{permission.name}</p>
              {permission.description ? (
                <p className="text-13 wrap-anywhere text-muted">{permission.description}</p>
              ) : null}
            </div>
            <IconButton
              size="sm"
              tone="danger"
              label={`Remove ${permission.name}`}
              icon={<X />}
              onClick={() => onRemove(permission)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
