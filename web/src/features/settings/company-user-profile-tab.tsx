import { permissionLabel } from '@sente/contract/permission-labels';
import { phoneText } from '@sente/contract/phone';
import type { Role } from '@sente/contract/roles';
import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Users } from 'lucide-react';
import { useEffect } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { NewEmail } from '../users/new-email.tsx';
import { userQueries } from '../users/user-queries.ts';

const failed = 'Failed to load user profile';

/** Read-only: users who may edit themselves have a form for it. */
export function ProfileTab({ userId }: { userId: string }) {
  if (userId) return <OfUser userId={userId} />;
  return <ErrorPanel title={failed} message="User ID not found." />;
}

function OfUser({ userId }: { userId: string }) {
  const { data: user, failure, isLoading } = queryState(useQuery(userQueries.details(userId)));
  const error = failure?.error;
  useEffect(() => {
    if (error) notify.error(failed, { id: 'profile-not-loaded' });
  }, [error]);
  return (
    <div className="flex flex-col gap-4">
      {isLoading ? (
        <>
          <DetailSkeleton
            title="Personal Information"
            labels={['First Name', 'Last Name', 'Email', 'Username', 'Phone Number']}
            label="Loading profile"
          />
          <DetailSkeleton title="Account Activity" labels={['Created', 'Last Login']} />
        </>
      ) : null}
      {failure ? <ErrorPanel title={failed} failure={failure} /> : null}
      {user ? (
        <>
          <PersonalInformation user={user} />
          <CompanyOf user={user} />
          <RoleList roles={user.roles} />
          <AccountActivity user={user} />
        </>
      ) : null}
    </div>
  );
}

function PersonalInformation({ user }: { user: User }) {
  const canEditProfile = useCan('canEditProfile');
  const canManageUsers = useCan('canManageUsers');
  return (
    <Card
      title="Personal Information"
      actions={
        canEditProfile && canManageUsers ? (
          <ButtonLink size="sm" icon={<Pencil />} to={paths.client.userEdit(user.id)}>
            Edit my details
          </ButtonLink>
        ) : null
      }
    >
      <div className="mb-6 flex items-center gap-4 border-b pb-6">
        <Avatar name={user.name} src={user.avatar} size="lg" />
        <p className="min-w-0 text-base font-medium wrap-anywhere">{user.name}</p>
      </div>
      <DetailList
        items={[
          { label: 'First Name', value: user.firstName || '-' },
          { label: 'Last Name', value: user.lastName || '-' },
          {
            label: 'Email',
            value: (
              <>
                {user.email}
                <NewEmail user={user} canWithdraw />
              </>
            ),
          },
          { label: 'Username', value: user.username || '-' },
          {
            label: 'Phone Number',
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
}

/** Undefined for a user without a company. */
function CompanyOf({ user: { companyId, companyName } }: { user: User }) {
  const canViewUsers = useCan('canViewUsers');
  const canManageUsers = useCan('canManageUsers');
  if (!companyId && !companyName) return null;
  // Users who manage users have an entry in the sidebar.
  const needsWay = canViewUsers && !canManageUsers;
  return (
    <Card
      title="Company"
      actions={
        needsWay ? (
          <ButtonLink size="sm" icon={<Users />} to={paths.client.users()}>
            Company users
          </ButtonLink>
        ) : null
      }
    >
      <DetailList
        items={[
          ...(companyName ? [{ label: 'Company Name', value: companyName }] : []),
          ...(companyId
            ? [{ label: 'Company ID', value: <Copyable value={companyId} label="Company ID" /> }]
            : []),
        ]}
      />
    </Card>
  );
}

function AccountActivity({ user }: { user: User }) {
  return (
    <Card title="Account Activity">
      <DetailList
        items={[
          {
            label: 'Created',
            value: (
              <DateText value={user.createdDate ?? user.createdAt} format="long" empty="Never" />
            ),
          },
          {
            label: 'Last Login',
            value: <DateText value={user.lastLoginDate} format="dateTime" empty="Never" />,
          },
        ]}
      />
    </Card>
  );
}

/** The permissions of each role. */
function RoleList({ roles }: { roles: readonly Role[] }) {
  return (
    <Card title="Roles and Permissions" flush>
      {roles.length === 0 ? <p className="p-5 text-muted">No roles assigned</p> : null}
      <ul aria-label="Roles" className="divide-y empty:hidden">
        {roles.map((role) => (
          <RoleItem key={role.id} role={role} />
        ))}
      </ul>
    </Card>
  );
}

function RoleItem({ role }: { role: Role }) {
  const permissions = role.permissions ?? [];
  return (
    <li className="p-5">
      {/* As in the sidebar: "client admin". */}
      <h3 className="text-sm wrap-anywhere">{role.name.replaceAll('_', ' ')}</h3>
      {role.description ? (
        <p className="mt-0.5 wrap-anywhere text-muted">{role.description}</p>
      ) : null}
      {permissions.length === 0 ? (
        <p className="mt-3 text-13 text-muted">No permissions</p>
      ) : (
        <ul aria-label="Permissions" className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {permissions.map(({ id, name, description }) => (
            <li key={id} className="min-w-0">
              <span className="block font-medium wrap-anywhere">{permissionLabel(name)}</span>
              {description ? <span className="block text-13 text-muted">{description}</span> : null}
              <span className="block text-xs break-all text-muted">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
