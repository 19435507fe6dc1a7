import { phoneText } from '@sente/contract/phone';
import type { User } from '@sente/contract/users';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';
import type { AssignableRoles } from './assign-role-dialog.tsx';
import { sentWhenActivated } from './invitation.ts';
import { NewEmail } from './new-email.tsx';
import { useMayChangeUser } from './user-power.ts';
import { UserRoles } from './user-roles.tsx';

interface UserDetailsProps {
  user: User;
  roles: AssignableRoles;
  /** On the account itself. */
  actions?: ReactNode;
  /** Below the roles: how the user signs in. */
  children?: ReactNode;
}

/** In the back-office. */
export function UserDetails({ user, roles, actions, children }: UserDetailsProps) {
  const contact = (
    <Card title="Contact">
      <DetailList
        items={[
          { label: 'Email', value: <Mail user={user} /> },
          {
            label: 'Phone',
            value: user.phoneNumber ? (
              <span className="tabular">{phoneText(user.phoneNumber)}</span>
            ) : (
              '-'
            ),
          },
        ]}
      />
    </Card>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {/* Without cards below the roles, beside the account: both halves are as high. */}
        {children ? contact : null}
        <Card title="Account" actions={actions}>
          <DetailList
            items={[
              { label: 'Company', value: <Company user={user} /> },
              { label: 'Username', value: user.username },
              { label: 'Created', value: <DateText value={user.createdAt} format="dateTime" /> },
              ...invitationItems(user),
              {
                label: 'Last Login',
                value: <DateText value={user.lastLoginDate} format="dateTime" empty="Never" />,
              },
              { label: 'User ID', value: <Copyable value={user.id} label="User ID" /> },
            ]}
          />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {children ? null : contact}
        <UserRoles user={user} roles={roles} />
        {children}
      </div>
    </div>
  );
}

/** When it was sent last and when its link ends; none for somebody who has chosen a password. */
function invitationItems({ invitationState, invitationSentAt, invitationExpiresAt }: User) {
  // The specification of the API lists a user without these fields.
  if (!invitationSentAt || !invitationExpiresAt) return [];
  const sent = <DateText value={invitationSentAt} format="dateTime" />;
  const end = <DateText value={invitationExpiresAt} format="dateTime" />;
  return [
    { label: 'Invitation Sent', value: sent },
    ...(invitationState === 'open' ? [{ label: 'Invitation Ends', value: end }] : []),
    ...(invitationState === 'expired' ? [{ label: 'Invitation Ended', value: end }] : []),
  ];
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

function Mail({ user }: { user: User }) {
  const { email, isPending, isActive } = user;
  const mayChange = useMayChangeUser();
  return (
    <>
      <a href={`mailto:${email}`} className="rounded-sm break-all text-accent-text hover:underline">
        {email}
      </a>
      <NewEmail user={user} canWithdraw={mayChange(user)} />
      {isPending && !isActive ? (
        <span className="block text-13 text-muted">{sentWhenActivated}</span>
      ) : null}
    </>
  );
}

export function UserDetailsSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <DetailSkeleton title="Contact" labels={['Email', 'Phone']} label="Loading user" />
        <DetailSkeleton
          title="Account"
          labels={['Company', 'Username', 'Created', 'Last Login', 'User ID']}
        />
      </div>
      <DetailSkeleton title="Roles" labels={['']} columns={1} />
    </div>
  );
}

/** In the client portal. Empty fields are omitted. */
export function CompanyUserDetails({ user, actions }: Pick<UserDetailsProps, 'user' | 'actions'>) {
  const { email, username, phoneNumber, createdAt, lastLoginDate, companyId } = user;
  const items = [
    email && { label: 'Email', value: <Mail user={user} /> },
    username && { label: 'Username', value: username },
    phoneNumber && {
      label: 'Phone',
      value: <span className="tabular">{phoneText(phoneNumber)}</span>,
    },
    createdAt && { label: 'Created', value: <DateText value={createdAt} format="dateTime" /> },
    ...invitationItems(user),
    lastLoginDate && {
      label: 'Last Login',
      value: <DateText value={lastLoginDate} format="dateTime" />,
    },
    companyId && { label: 'Company ID', value: <Copyable value={companyId} label="Company ID" /> },
  ];
  return (
    <Card title="User Information" actions={actions}>
      <DetailList
        columns={3}
        items={items.filter((item) => typeof item === 'object' && item !== null)}
      />
    </Card>
  );
}
