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
import { roleWords } from '../../session/role.ts';
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
          <div className="grid items-start gap-4 xl:grid-cols-3">
            <div className="xl:col-span-2">
              <PersonalInformation user={user} />
            </div>
            <div className="grid gap-4 sm:max-xl:grid-cols-2 sm:max-xl:only:*:col-span-2">
              <CompanyOf user={user} />
              <AccountActivity user={user} />
            </div>
          </div>
          <RoleList roles={user.roles} />
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
        columns={1}
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
        columns={1}
        items={[
          {
            label: 'Created',
            value: (
              <DateText value={user.createdDate ?? user.createdAt} format="long" empty="Never" />
            ),
          },
          {
            label: 'Last Login',
            value: <DateText value={user.lastLoginDate} empty="Never" />,
          },
        ]}
      />
    </Card>
  );
}

/** The permissions of each role; one that a role above allows as well is explained there. */
function RoleList({ roles }: { roles: readonly Role[] }) {
  return (
    <Card title="Roles and Permissions" flush>
      {roles.length === 0 ? <p className="p-5 text-muted">No roles assigned</p> : null}
      <ul aria-label="Roles" className="divide-y empty:hidden">
        {roles.map((role, index) => (
          <RoleItem key={role.id} role={role} above={namesIn(roles.slice(0, index))} />
        ))}
      </ul>
    </Card>
  );
}

function namesIn(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(roles.flatMap(({ permissions }) => (permissions ?? []).map(({ name }) => name)));
}

function RoleItem({ role, above }: { role: Role; above: ReadonlySet<string> }) {
  const permissions = role.permissions ?? [];
  const fresh = permissions.filter(({ name }) => !above.has(name));
  const repeated = permissions.filter(({ name }) => above.has(name)).map(({ name }) => name);
  return (
    <li className="p-5">
      <h3 className="text-sm wrap-anywhere">{roleWords(role.name)}</h3>
      {role.description ? (
        <p className="mt-0.5 wrap-anywhere text-muted">{role.description}</p>
      ) : null}
      {permissions.length === 0 ? <p className="mt-3 text-13 text-muted">No permissions</p> : null}
      {fresh.length > 0 ? (
        <ul
          aria-label="Permissions"
          className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3"
        >
          {fresh.map((permission) => (
            <PermissionItem key={permission.name} {...permission} />
          ))}
        </ul>
      ) : null}
      {repeated.length > 0 ? (
        <p className="mt-3 text-13 wrap-anywhere text-muted">
          Allowed by a role above as well: {repeated.map(permissionLabel).join(', ')}
        </p>
      ) : null}
    </li>
  );
}

/** The label of a known permission says what its description does. */
function PermissionItem({ name, description }: Role['permissions'][number]) {
  const label = permissionLabel(name);
  const isKnown = label !== name;
  return (
    <li className="min-w-0">
      <span className="block font-medium wrap-anywhere" title={name}>
        {label}
      </span>
      {!isKnown && description ? (
        <span className="block text-13 text-muted">{description}</span>
      ) : null}
    </li>
  );
}
