import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { InvitationButtons } from '../../features/users/invitation-buttons.tsx';
import { PasswordLinkButton } from '../../features/users/password-link-button.tsx';
import { InvitationProblem } from '../../features/users/invitation-problem.tsx';
import { CompanyRoleBadge, UserStatus } from '../../features/users/user-columns.tsx';
import { CompanyUserDetails } from '../../features/users/user-details.tsx';
import { CompanyUserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { nameOf } from '../../features/users/user.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';

const toUsers = { to: paths.client.users(), label: 'Back to Users' };
/** For users who may view only themselves. */
const toSettings = { to: paths.client.settings(), label: 'Back to Settings' };

const UserFactorCard = late(() => import('../../features/factors/user-factor-card.tsx'));
const SessionsCard = late(() => import('../../features/users/sessions-card.tsx'));
const AuditCard = late(() => import('../../features/audit/audit-card.tsx'));

export default function UserDetailsPage() {
  const { id = '' } = useParams();
  const isSelf = useSession()?.user.id === id;
  const canManage = useCan('canManageUsers');
  const canView = useCan('canViewUsers') || canManage;
  // Everybody may view themselves, so the route cannot require the permission.
  return canView || isSelf ? (
    <OneUser
      id={id}
      isSelf={isSelf}
      canChange={canManage && !isSelf}
      back={canView ? toUsers : toSettings}
    />
  ) : (
    <NoPermission heading="Access Restricted" text="You do not have permission to view users." />
  );
}

interface OneUserProps {
  id: string;
  isSelf: boolean;
  canChange: boolean;
  back: typeof toUsers;
}

function OneUser({ id, isSelf, canChange, back }: OneUserProps) {
  const { data: user, failure, isLoading } = queryState(useQuery(userQueries.details(id)));
  const mayChange = useMayChangeUser();
  const name = user && nameOf(user);
  usePageTitle(name);

  return (
    <>
      <PageHeader
        title={name ?? 'User Details'}
        back={back}
        media={user && name ? <Avatar name={name} src={user.avatar} size="lg" /> : null}
        meta={user ? <Badges user={user} isSelf={isSelf} /> : null}
        actions={user && canChange && mayChange(user) ? <Changes user={user} /> : null}
      />
      {isLoading ? (
        <DetailSkeleton
          title="User Information"
          labels={['Email', 'Username', 'Created']}
          columns={3}
          label="Loading user"
        />
      ) : null}
      {failure ? <CompanyUserNotLoaded {...failure} /> : null}
      {user ? <InvitationProblem user={user} /> : null}
      {user ? (
        <CompanyUserDetails
          user={user}
          actions={
            canChange && mayChange(user) && user.isActive && !user.isPending ? (
              <PasswordLinkButton user={user} />
            ) : undefined
          }
        />
      ) : null}
      {user && name && canChange && mayChange(user) ? (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
          <UserFactorCard userId={id} of={name} isStaff={false} />
          <SessionsCard userId={id} of={name} />
        </div>
      ) : null}
      {user ? <Activity userId={id} /> : null}
    </>
  );
}

/** For those who may read the audit log of their company; not for visitors of the open demo. */
function Activity({ userId }: { userId: string }) {
  const session = useSession();
  const companyId = useCompanyId();
  const canRead = useCan('canManageCompany');
  if (!canRead || !companyId || session?.user.isVisitor) return null;
  return (
    <div className="mt-4">
      <AuditCard
        title="Activity"
        description="What this person did in your company, and tried to do"
        portal="client"
        of={{ companyId }}
        actorId={userId}
        pageSize={10}
      />
    </div>
  );
}

function Badges({ user, isSelf }: { user: User; isSelf: boolean }) {
  return (
    <>
      {isSelf ? <span className="text-muted">(You)</span> : null}
      <UserStatus user={user} />
      <CompanyRoleBadge user={user} />
    </>
  );
}

function Changes({ user }: { user: User }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      {user.isPending && user.isActive ? <InvitationButtons user={user} /> : null}
      <ButtonLink icon={<Pencil />} to={paths.client.userEdit(user.id)}>
        Edit User
      </ButtonLink>
      <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
        Delete User
      </Button>
      <DeleteUserDialog
        user={isDeleting ? user : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(paths.client.users())}
      />
    </>
  );
}
