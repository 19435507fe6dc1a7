import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { ApiError } from '../../api/api-error.ts';
import { queryState } from '../../api/query-state.ts';
import { HistoryButton } from '../../features/audit/history-button.tsx';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { InvitationButtons } from '../../features/users/invitation-buttons.tsx';
import { PasswordLinkButton } from '../../features/users/password-link-button.tsx';
import { InvitationProblem } from '../../features/users/invitation-problem.tsx';
import { UserStatus } from '../../features/users/user-columns.tsx';
import { UserDetails, UserDetailsSkeleton } from '../../features/users/user-details.tsx';
import { UserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { nameOf } from '../../features/users/user.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/use-session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const UserFactorCard = late(() => import('../../features/factors/user-factor-card.tsx'));
const SessionsCard = late(() => import('../../features/users/sessions-card.tsx'));
const AuditCard = late(() => import('../../features/audit/audit-card.tsx'));

export default function UserDetailsPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { user, isLoading, userFailure, roles, title } = useUserAndRoles(id);
  const mayChange = useMayChangeUser();
  const me = useSession()?.user;
  const isVisitor = me?.isVisitor ?? false;
  const canBeHelped = (one: User) => one.id !== me?.id && one.isActive && !one.isPending;
  const [isDeleting, setIsDeleting] = useState(false);
  const name = user && nameOf(user);
  usePageTitle(name);

  return (
    <>
      <PageHeader
        title={name ?? 'User Details'}
        back={{ to: paths.users(), label: 'Back to Users' }}
        media={
          user && name ? (
            <Avatar name={name} src={user.avatar} size="lg" />
          ) : isLoading ? (
            <Skeleton circle className="size-14" />
          ) : null
        }
        meta={user ? <UserStatus user={user} /> : null}
        actions={
          user && name ? (
            <>
              <HistoryButton subjectType="users" subjectId={id} name={name} />
              {mayChange(user) ? (
                <>
                  {user.isPending && user.isActive ? <InvitationButtons user={user} /> : null}
                  <ButtonLink icon={<Pencil />} to={paths.userEdit(id)}>
                    Edit User
                  </ButtonLink>
                  <Button
                    variant="danger-quiet"
                    icon={<Trash2 />}
                    onClick={() => setIsDeleting(true)}
                  >
                    Delete User
                  </Button>
                </>
              ) : null}
            </>
          ) : null
        }
      />
      {isLoading ? <UserDetailsSkeleton /> : null}
      {userFailure ? <UserNotLoaded {...userFailure} title={title} /> : null}
      {user && roles.failure && !userFailure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load roles"
          failure={roles.failure}
          retryLabel="Try Again"
        />
      ) : null}
      {user ? <InvitationProblem user={user} /> : null}
      {user && name ? (
        <UserDetails
          user={user}
          roles={roles}
          actions={
            mayChange(user) && canBeHelped(user) ? <PasswordLinkButton user={user} /> : undefined
          }
        >
          {mayChange(user) ? (
            <>
              <UserFactorCard userId={id} of={name} isStaff={user.isStaff} />
              <SessionsCard userId={id} of={name} />
            </>
          ) : null}
        </UserDetails>
      ) : null}
      {/* Visitors of the open demo are not told what others did. */}
      {user && !isVisitor ? (
        <div className="mt-4">
          <AuditCard
            title="Activity"
            description="What this person did, and tried to do"
            portal="staff"
            of="platform"
            actorId={id}
            pageSize={10}
            retryLabel="Try Again"
          />
        </div>
      ) : null}
      <DeleteUserDialog
        user={isDeleting && user ? user : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(paths.users())}
      />
    </>
  );
}

/** The user and the assignable roles; if both fail, one message says so. */
function useUserAndRoles(id: string) {
  const users = queryState(useQuery(userQueries.details(id)));
  const roles = queryState(useQuery(roleQueries.list()));
  const { failure } = users;
  const isGone = failure?.error instanceof ApiError && failure.error.status === 404;
  const isBoth = failure !== undefined && roles.failure !== undefined && !isGone;
  const retryBoth = (): unknown => Promise.all([failure?.onRetry(), roles.failure?.onRetry()]);
  return {
    user: users.data,
    isLoading: users.isLoading,
    userFailure: isBoth ? { ...failure, onRetry: retryBoth } : failure,
    roles,
    title: isBoth ? 'Failed to load data' : undefined,
  };
}
