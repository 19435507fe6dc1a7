import type { User } from '@sente/contract/users';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { nameOf } from './user-name.ts';
import { UserStatus } from './user-status.tsx';
import { CompanyRoleBadge } from './company-role-badge.tsx';

const columnsFor = (ownId: string | undefined): readonly Column<User>[] => [
  {
    key: 'user',
    header: 'User',
    isTwoLine: true,
    cell: (user) => <Person user={user} isOwn={user.id === ownId} />,
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'aside',
    cell: (user) => <CompanyRoleBadge user={user} />,
  },
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
    cell: (user) => <DateText value={user.lastLoginDate} format="shortTime" empty="Never" />,
  },
  {
    key: 'created',
    header: 'Created',
    phone: 'named',
    cell: (user) => <DateText value={user.createdAt} empty="Never" />,
  },
];

interface CompanyUsersTableProps {
  users: readonly User[];
  loading: boolean;
  ownId: string | undefined;
  /** Left out: the reader may look at people and no more. */
  onDelete: ((user: User) => void) | undefined;
  onRowIntent: (user: User) => void;
  empty: ReactNode;
  footer: ReactNode;
}

export function CompanyUsersTable({ users, ownId, onDelete, ...table }: CompanyUsersTableProps) {
  return (
    <DataTable
      {...table}
      caption="Users"
      columns={columnsFor(ownId)}
      rows={users}
      rowKey={(user) => user.id}
      rowHref={(user) => paths.client.user(user.id)}
      skeletonRows={10}
      rowActions={(user) => (
        <>
          <IconLink
            size="sm"
            label={`View ${nameOf(user)}`}
            icon={<Eye />}
            to={paths.client.user(user.id)}
          />
          {onDelete && user.id !== ownId ? <Changes user={user} onDelete={onDelete} /> : null}
        </>
      )}
    />
  );
}

function Changes({ user, onDelete }: { user: User; onDelete: (user: User) => void }) {
  return (
    <>
      <IconLink
        size="sm"
        label={`Edit ${nameOf(user)}`}
        icon={<Pencil />}
        to={paths.client.userEdit(user.id)}
      />
      <IconButton
        size="sm"
        tone="danger"
        label={`Delete ${nameOf(user)}`}
        icon={<Trash2 />}
        onClick={() => onDelete(user)}
      />
    </>
  );
}

function Person({ user, isOwn }: { user: User; isOwn: boolean }) {
  const name = nameOf(user);
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={user.avatar} />
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere">
          {name}
          {isOwn ? <span className="font-normal text-muted"> (You)</span> : null}
        </span>
        {/* Beside each other where there is room: rows of one height are quicker to read. */}
        <span className="flex flex-wrap gap-x-3 text-13 font-normal text-muted">
          {user.email && user.email !== name ? (
            <span className="wrap-anywhere">{user.email}</span>
          ) : null}
          {user.phoneNumber ? (
            <span className="tabular whitespace-nowrap">{user.phoneNumber}</span>
          ) : null}
        </span>
      </span>
    </span>
  );
}
