import type { User } from '@sente/contract/users';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { MoreNames } from '../../ui/more-names.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { nameOf } from './user-name.ts';
import { UserStatus } from './user-status.tsx';

const shownRoles = 2;

const columns: readonly Column<User>[] = [
  { key: 'user', header: 'User', isTwoLine: true, cell: (user) => <Person user={user} /> },
  {
    key: 'contact',
    header: 'Contact',
    phone: 'line',
    isTwoLine: true,
    cell: (user) => <Contact user={user} />,
  },
  {
    key: 'company',
    header: 'Company',
    phone: 'named',
    className: 'wrap-anywhere',
    cell: (user) => user.companyName ?? '-',
  },
  { key: 'roles', header: 'Roles', phone: 'named', cell: (user) => <Roles roles={user.roles} /> },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    cell: (user) => <UserStatus isActive={user.isActive} />,
  },
  {
    key: 'lastLogin',
    header: 'Last Login',
    phone: 'named',
    className: 'whitespace-nowrap',
    cell: (user) => <RelativeTime value={user.lastLoginDate} empty="Never" />,
  },
];

interface UsersTableProps {
  users: readonly User[];
  loading: boolean;
  onDelete: (user: User) => void;
  onRowIntent: (user: User) => void;
  empty: ReactNode;
  footer: ReactNode;
}

export function UsersTable({ users, onDelete, ...table }: UsersTableProps) {
  return (
    <DataTable
      {...table}
      caption="Users"
      columns={columns}
      rows={users}
      rowKey={(user) => user.id}
      rowHref={(user) => paths.user(user.id)}
      skeletonRows={10}
      rowActions={(user) => (
        <>
          <IconLink
            size="sm"
            label={`View ${nameOf(user)}`}
            icon={<Eye />}
            to={paths.user(user.id)}
          />
          <IconLink
            size="sm"
            label={`Edit ${nameOf(user)}`}
            icon={<Pencil />}
            to={paths.userEdit(user.id)}
          />
          <IconButton
            size="sm"
            tone="danger"
            label={`Delete ${nameOf(user)}`}
            icon={<Trash2 />}
            onClick={() => onDelete(user)}
          />
        </>
      )}
    />
  );
}

function Person({ user }: { user: User }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={nameOf(user)} src={user.avatar} />
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere">{nameOf(user)}</span>
        <span className="block text-13 font-normal wrap-anywhere text-muted">{user.username}</span>
      </span>
    </span>
  );
}

function Contact({ user }: { user: User }) {
  return (
    <span className="block min-w-44">
      <span className="block wrap-anywhere">{user.email}</span>
      {user.phoneNumber ? (
        <span className="tabular block text-13 text-muted">{user.phoneNumber}</span>
      ) : null}
    </span>
  );
}

function Roles({ roles }: { roles: User['roles'] }) {
  if (roles.length === 0) return <span className="text-muted">-</span>;
  const more = roles.slice(shownRoles);
  return (
    <span className="flex max-w-60 flex-wrap items-center gap-1">
      {roles.slice(0, shownRoles).map((role) => (
        <Badge key={role.id} className="min-w-0">
          <span className="truncate" title={role.name}>
            {role.name}
          </span>
        </Badge>
      ))}
      {more.length > 0 ? (
        <MoreNames names={more.map(({ name }) => name)}>
          <span className="tabular text-13 text-muted">{`+${more.length}`}</span>
        </MoreNames>
      ) : null}
    </span>
  );
}
