import { phoneText } from '@sente/contract/phone';
import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { roleWords } from '../../session/role.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NewEmail } from '../users/new-email.tsx';
import { userQueries } from '../users/user-queries.ts';

/** Read-only: who manages users changes the own details on the page of the user. */
export function ProfileTab({ userId }: { userId: string }) {
  const canManageUsers = useCan('staffUsers');
  const { data: user, failure, isLoading } = queryState(useQuery(userQueries.details(userId)));
  return (
    <div className="flex flex-col gap-4">
      <Banner>
        <p>Profile information is read-only. Contact your system administrator to make changes.</p>
        {canManageUsers ? (
          <p className="mt-1">
            You manage users yourself: “Edit my details” changes all but the picture.
          </p>
        ) : null}
      </Banner>
      {isLoading ? (
        <Card title="Profile">
          <SkeletonRows count={6} columns={2} label="Loading profile" />
        </Card>
      ) : null}
      {failure ? (
        <ErrorPanel title="Failed to load profile" failure={failure} retryLabel="Try Again" />
      ) : null}
      {user ? <Profile user={user} /> : null}
    </div>
  );
}

function Profile({ user }: { user: User }) {
  const canManageUsers = useCan('staffUsers');
  return (
    <Card
      title="Profile"
      actions={
        canManageUsers ? (
          <ButtonLink size="sm" icon={<Pencil />} to={paths.userEdit(user.id)}>
            Edit my details
          </ButtonLink>
        ) : null
      }
    >
      <div className="mb-6 flex items-center gap-4 border-b pb-6">
        <Avatar name={user.name} src={user.avatar} size="lg" />
        <div className="min-w-0">
          <p className="text-base font-medium wrap-anywhere">{user.name}</p>
          <p className="text-13 text-muted">Contact system administrator to update</p>
        </div>
      </div>
      <DetailList
        items={[
          { label: 'First Name', value: user.firstName },
          { label: 'Last Name', value: user.lastName },
          {
            label: 'Email',
            value: (
              <>
                {user.email}
                <NewEmail user={user} canWithdraw />
              </>
            ),
          },
          { label: 'Username', value: user.username },
          {
            label: 'Phone Number',
            value: user.phoneNumber ? (
              <span className="tabular">{phoneText(user.phoneNumber)}</span>
            ) : (
              '-'
            ),
          },
          { label: 'Role', value: <Roles user={user} /> },
          { label: 'Member Since', value: <DateText value={user.createdAt} format="long" /> },
          {
            label: 'Last Login',
            value: <DateText value={user.lastLoginDate} format="dateTime" empty="Never" />,
          },
        ]}
      />
    </Card>
  );
}

function Roles({ user }: { user: User }) {
  if (user.roles.length === 0) return '-';
  return (
    <span className="inline-flex flex-wrap gap-1 pt-0.5">
      {user.roles.map((role) => (
        <Badge key={role.id}>{roleWords(role.name)}</Badge>
      ))}
    </span>
  );
}
