import { phoneText } from '@sente/contract/phone';
import type { User } from '@sente/contract/users';
import { Clock, Eye, MailX, Pencil, Send, ShieldCheck, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { roleWords } from '../../session/role.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { MoreNames } from '../../ui/more-names.tsx';
import type { Column } from '../../ui/table.tsx';
import type { AskedInvitation } from './invitation.ts';
import { nameOf, roleLabelOf } from './user.ts';

const status: Column<User> = {
  key: 'status',
  header: 'Status',
  phone: 'aside',
  cell: (user) => <UserStatus user={user} />,
};

/** For the back-office: all users with their company. */
export const userColumns: readonly Column<User>[] = [
  {
    key: 'user',
    header: 'User',
    sortable: true,
    isTwoLine: true,
    cell: (user) => (
      <Person user={user}>
        <span className="block text-13 font-normal wrap-anywhere text-muted">{user.username}</span>
      </Person>
    ),
  },
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
    sortable: true,
    phone: 'named',
    className: 'min-w-28',
    cell: ({ companyName }) =>
      companyName === null ? (
        '-'
      ) : (
        <span className="line-clamp-2 wrap-anywhere" title={companyName}>
          {companyName}
        </span>
      ),
  },
  {
    key: 'roles',
    header: 'Roles',
    spare: 2,
    phone: 'named',
    cell: (user) => <Roles roles={user.roles} />,
  },
  status,
  {
    key: 'lastLogin',
    header: 'Last Login',
    sortable: true,
    spare: 1,
    phone: 'named',
    className: 'whitespace-nowrap',
    cell: (user) => <RelativeTime value={user.lastLoginDate} empty="Never" />,
  },
];

/** For a company, whose users have one of its own roles. */
export const companyUserColumns = (ownId: string | undefined): readonly Column<User>[] => [
  {
    key: 'user',
    header: 'User',
    isTwoLine: true,
    cell: (user) => (
      <Person user={user} isOwn={user.id === ownId}>
        {/* Side by side where there is room: rows of equal height are easier to read. */}
        <span className="flex flex-wrap gap-x-3 text-13 font-normal text-muted">
          {user.email && user.email !== nameOf(user) ? (
            <span className="wrap-anywhere">{user.email}</span>
          ) : null}
          {user.phoneNumber ? (
            <span className="tabular whitespace-nowrap">{phoneText(user.phoneNumber)}</span>
          ) : null}
        </span>
      </Person>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'aside',
    cell: (user) => <CompanyRoleBadge user={user} />,
  },
  status,
  {
    key: 'lastLogin',
    header: 'Last Login',
    spare: 1,
    phone: 'named',
    cell: (user) => <DateText value={user.lastLoginDate} format="shortTime" empty="Never" />,
  },
  {
    key: 'created',
    header: 'Created',
    spare: 2,
    phone: 'named',
    cell: (user) => <DateText value={user.createdAt} empty="Never" />,
  },
];

interface UserActionsProps {
  user: User;
  to: string;
  editTo: string;
  /** Undefined: the reader may only view this user. */
  onDelete?: ((user: User) => void) | undefined;
  onInvitation: (asked: AskedInvitation) => void;
}

export function UserActions({ user, to, editTo, onDelete, onInvitation }: UserActionsProps) {
  const name = nameOf(user);
  return (
    <>
      {onDelete && user.isPending && user.isActive ? (
        <>
          <IconButton
            size="sm"
            label={`Resend invitation to ${name}`}
            caption="Resend"
            icon={<Send />}
            onClick={() => onInvitation({ user, what: 'resend' })}
          />
          {user.invitationState === 'open' ? (
            <IconButton
              size="sm"
              tone="danger"
              label={`Revoke invitation of ${name}`}
              caption="Revoke"
              icon={<MailX />}
              onClick={() => onInvitation({ user, what: 'revoke' })}
            />
          ) : null}
        </>
      ) : null}
      <IconLink size="sm" label={`View ${name}`} caption="View" icon={<Eye />} to={to} />
      {onDelete ? (
        <>
          <IconLink size="sm" label={`Edit ${name}`} caption="Edit" icon={<Pencil />} to={editTo} />
          <IconButton
            size="sm"
            tone="danger"
            label={`Delete ${name}`}
            caption="Delete"
            icon={<Trash2 />}
            onClick={() => onDelete(user)}
          />
        </>
      ) : null}
    </>
  );
}

/** Pending: invited, and has not chosen a password yet; Revoked and Expired: can no longer do so. */
export function UserStatus({
  user,
}: {
  user: Pick<User, 'isActive' | 'isPending' | 'invitationProblem' | 'invitationState'>;
}) {
  if (user.isActive && user.invitationProblem?.isFinal) {
    return (
      <Badge tone="danger" icon={<MailX aria-hidden="true" />}>
        Not delivered
      </Badge>
    );
  }
  if (user.isActive && user.isPending && user.invitationState === 'revoked') {
    return <Badge icon={<MailX aria-hidden="true" />}>Revoked</Badge>;
  }
  if (user.isActive && user.isPending && user.invitationState === 'expired') {
    return (
      <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
        Expired
      </Badge>
    );
  }
  if (user.isActive && user.isPending) {
    return (
      <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
        Pending
      </Badge>
    );
  }
  return user.isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}

export function CompanyRoleBadge({ user }: { user: Pick<User, 'role' | 'roles'> }) {
  const label = roleLabelOf(user);
  return (
    <Badge icon={label === 'Admin' ? <ShieldCheck aria-hidden="true" /> : null}>
      <span className="truncate" title={label}>
        {label}
      </span>
    </Badge>
  );
}

interface PersonProps {
  user: User;
  isOwn?: boolean | undefined;
  /** The second line. */
  children: ReactNode;
}

function Person({ user, isOwn = false, children }: PersonProps) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={nameOf(user)} src={user.avatar} />
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere" title={nameOf(user)}>
          {nameOf(user)}
          {isOwn ? <span className="font-normal text-muted"> (You)</span> : null}
        </span>
        {children}
      </span>
    </span>
  );
}

function Contact({ user }: { user: User }) {
  return (
    <span className="block sm:min-w-40">
      <EmailText email={user.email} className="text-13 sm:max-w-48 min-[100rem]:max-w-64" />
      {user.phoneNumber ? (
        <span className="tabular block text-13 text-muted">{phoneText(user.phoneNumber)}</span>
      ) : null}
    </span>
  );
}

const shownRoles = 2;

function Roles({ roles }: { roles: User['roles'] }) {
  if (roles.length === 0) return <NoValue />;
  const more = roles.slice(shownRoles);
  return (
    <span className="flex max-w-60 flex-wrap items-center gap-1">
      {roles.slice(0, shownRoles).map((role) => (
        <Badge key={role.id} className="min-w-0">
          <span className="truncate" title={role.name}>
            {roleWords(role.name)}
          </span>
        </Badge>
      ))}
      {more.length > 0 ? (
        <MoreNames names={more.map(({ name }) => roleWords(name))}>
          <span className="tabular text-13 text-muted">{`+${more.length}`}</span>
        </MoreNames>
      ) : null}
    </span>
  );
}
