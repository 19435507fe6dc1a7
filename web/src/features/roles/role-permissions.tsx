import type { Permission } from '@sente/contract/roles';
import { KeyRound, Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { groupByModule, type PermissionGroup } from './role-list.ts';

interface RolePermissionsProps {
  permissions: readonly Permission[];
  onAssign: () => void;
  onRemove: (permission: Permission) => void;
}

export function RolePermissions({ permissions, onAssign, onRemove }: RolePermissionsProps) {
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
