import type { User } from '@sente/contract/users';
import { Plus, ShieldOff, X } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { roleWords } from '../../session/role.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Link } from '../../ui/link.tsx';
import { AssignRoleDialog, type AssignableRoles } from './assign-role-dialog.tsx';
import { nameOf } from './user.ts';
import { useMayChangeUser, useMayGiveRole } from './user-power.ts';
import { useRemoveRole } from './user-queries.ts';

type Role = User['roles'][number];

/** The roles of a user, with actions to assign and remove them. */
export function UserRoles({ user, roles }: { user: User; roles: AssignableRoles }) {
  const [isAssigning, setIsAssigning] = useState(false);
  const [toRemove, setToRemove] = useState<Role | null>(null);
  const remove = useRemoveRole(user.id);
  const isSelf = useSession()?.user.id === user.id;
  const mayChange = useMayChangeUser()(user);
  const mayGive = useMayGiveRole(user);
  const isStaffRole = new Set(roles.data?.filter(({ isStaff }) => isStaff).map(({ id }) => id));
  const mayTake = (role: Role) =>
    mayGive({ isStaff: isStaffRole.has(role.id), permissions: role.permissions });
  return (
    <>
      <Card
        title="Roles"
        flush
        actions={
          mayChange && !isSelf ? (
            <Button
              size="sm"
              icon={<Plus />}
              aria-haspopup="dialog"
              onClick={() => setIsAssigning(true)}
            >
              Assign Role
            </Button>
          ) : null
        }
      >
        {user.roles.length === 0 ? (
          <EmptyState
            icon={<ShieldOff />}
            title="No roles assigned"
            hint="Without a role the user signs in and sees nothing."
            className="py-8"
          />
        ) : (
          <ul className="divide-y">
            {user.roles.map((role) => (
              <HeldRole
                key={role.id}
                role={role}
                onRemove={mayTake(role) ? () => setToRemove(role) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
      <AssignRoleDialog
        user={user}
        roles={roles}
        open={isAssigning}
        onClose={() => setIsAssigning(false)}
      />
      <ConfirmAction
        subject={toRemove}
        change={remove}
        input={({ id }) => id}
        title={({ name }) => `Remove ${roleWords(name)} from ${nameOf(user)}?`}
        description="What only this role allows stops at once. The role can be assigned again."
        confirmLabel="Remove Role"
        busyLabel="Removing..."
        done="Role removed successfully"
        failed="Failed to remove role"
        onClose={() => setToRemove(null)}
      />
    </>
  );
}

interface HeldRoleProps {
  role: Role;
  /** Undefined: the reader may not take it away. */
  onRemove: (() => void) | undefined;
}

function HeldRole({ role, onRemove }: HeldRoleProps) {
  return (
    <li className="flex items-center gap-4 px-5 py-3">
      <div className="min-w-0 flex-1">
        <Link
          to={paths.role(role.id)}
          className="rounded-sm font-medium wrap-anywhere hover:underline"
        >
          {roleWords(role.name)}
        </Link>
        <p className="line-clamp-2 text-13 wrap-anywhere text-muted">
          {[role.description, permissionCount(role.permissions.length)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {onRemove ? (
        <IconButton
          size="sm"
          tone="danger"
          label={`Remove ${roleWords(role.name)}`}
          caption="Remove"
          icon={<X />}
          onClick={onRemove}
        />
      ) : null}
    </li>
  );
}

function permissionCount(count: number): string {
  return count === 1 ? '1 permission' : `${count} permissions`;
}
