import type { User } from '@sente/contract/users';
import { Plus, ShieldOff, X } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Mail } from './mail.tsx';
import { UserStatus } from './user-status.tsx';

interface UserDetailsProps {
  user: User;
  onAssignRole: () => void;
  onRemoveRole: (role: User['roles'][number]) => void;
}

export function UserDetails({ user, onAssignRole, onRemoveRole }: UserDetailsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Contact">
          <DetailList
            items={[
              { label: 'Email', value: <Mail address={user.email} /> },
              {
                label: 'Phone',
                value: user.phoneNumber ? <span className="tabular">{user.phoneNumber}</span> : '-',
              },
            ]}
          />
        </Card>
        <Card title="Account">
          <DetailList
            items={[
              { label: 'Company', value: <Company user={user} /> },
              { label: 'Username', value: user.username },
              { label: 'Status', value: <UserStatus isActive={user.isActive} /> },
              { label: 'Created', value: <DateText value={user.createdAt} format="dateTime" /> },
              {
                label: 'Last Login',
                value: <DateText value={user.lastLoginDate} format="dateTime" empty="Never" />,
              },
              { label: 'User ID', value: <UserId id={user.id} /> },
            ]}
          />
        </Card>
      </div>
      <RolesCard roles={user.roles} onAssign={onAssignRole} onRemove={onRemoveRole} />
    </div>
  );
}

interface RolesCardProps {
  roles: User['roles'];
  onAssign: () => void;
  onRemove: (role: User['roles'][number]) => void;
}

function RolesCard({ roles, onAssign, onRemove }: RolesCardProps) {
  return (
    <Card
      title="Roles"
      flush
      actions={
        <Button size="sm" icon={<Plus />} aria-haspopup="dialog" onClick={onAssign}>
          Assign Role
        </Button>
      }
    >
      {roles.length === 0 ? (
        <EmptyState
          icon={<ShieldOff />}
          title="No roles assigned"
          hint="Without a role the user signs in and sees nothing."
          className="py-8"
        />
      ) : (
        <ul className="divide-y">
          {roles.map((role) => (
            <li key={role.id} className="flex items-center gap-4 px-5 py-3">
              <div className="min-w-0 flex-1">
                <Link
                  to={paths.role(role.id)}
                  className="rounded-sm font-medium wrap-anywhere hover:underline"
                >
                  {role.name}
                </Link>
                <p className="line-clamp-2 text-13 wrap-anywhere text-muted">
                  {[role.description, permissionCount(role.permissions.length)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <IconButton
                size="sm"
                tone="danger"
                label={`Remove ${role.name}`}
                icon={<X />}
                onClick={() => onRemove(role)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function permissionCount(count: number): string {
  return count === 1 ? '1 permission' : `${count} permissions`;
}

function Company({ user }: { user: User }) {
  if (!user.companyId) return <span className="text-muted">No company assigned</span>;
  return (
    <Link
      to={paths.company(user.companyId)}
      className="rounded-sm wrap-anywhere text-accent-text hover:underline"
    >
      {user.companyName ?? user.companyId}
    </Link>
  );
}

function UserId({ id }: { id: string }) {
  return (
    <span className="-my-0.5 flex items-center gap-1">
      <span className="tabular truncate text-13" title={id}>
        {id}
      </span>
      <CopyButton value={id} label="User ID" />
    </span>
  );
}
