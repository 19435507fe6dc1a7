import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { EditCompanyUserForm } from '../../features/users/company-user-form.tsx';
import type { CompanyUserValues } from '../../features/users/company-user-values.ts';
import { linkToHandOver, updatedText, type HandedOver } from '../../features/users/invitation.ts';
import { CompanyUserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { nameOf } from '../../features/users/user.ts';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import { userQueries, useUpdateUser } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { changeSessionUser } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { EditPage } from '../../ui/edit-page.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

const HandOverDialog = lateWindow(() => import('../../features/users/hand-over-dialog.tsx'));

const beyond = {
  heading: 'Access Denied',
  text: 'This person may do more than you, so you cannot change them.',
};

export default function UserEditPage() {
  const { id = '' } = useParams();
  const mayChange = useMayChangeUser();
  return (
    <EditPage
      query={useQuery(userQueries.toEdit(id))}
      title="Edit User"
      titleOf={(user) => `Edit User: ${nameOf(user)}`}
      toRecord={{ to: paths.client.user(id), label: 'Back to User' }}
      toList={{ to: paths.client.users(), label: 'Back to Users' }}
      skeleton={
        <Card>
          <SkeletonRows count={6} label="Loading user" />
        </Card>
      }
      notLoaded={(failure) => <CompanyUserNotLoaded {...failure} />}
      form={(user) =>
        mayChange(user) ? <EditForm key={user.id} user={user} /> : <NoPermission {...beyond} />
      }
    />
  );
}

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const update = useUpdateUser(user.id);
  const [handedOver, setHandedOver] = useState<HandedOver | null>(null);
  const toUser = () => navigate(paths.client.user(user.id));
  const isSelf = useSession()?.user.id === user.id;

  async function submit({ roles, isActive, ...values }: CompanyUserValues): Promise<void> {
    // Users cannot change their own role and status, so these are not sent.
    const mayChange = isSelf ? {} : { isActive, ...(roles && { roles }) };
    // The edited version: the server refuses it if the user has changed since.
    const change = { ...values, ...mayChange, updatedAt: user.updatedAt };
    const { data, meta } = await update.mutateAsync(change);
    if (isSelf) changeSessionUser({ name: nameOf(values), email: data.email });
    const link = linkToHandOver(values, meta);
    if (link) {
      setHandedOver(link);
      return;
    }
    notify.success(updatedText(data, { ...values, isSelf }, meta));
    toUser();
  }

  return (
    <>
      <EditCompanyUserForm
        user={user}
        isSelf={isSelf}
        onSubmit={submit}
        cancelTo={paths.client.user(user.id)}
      />
      <HandOverDialog open={handedOver !== null} handedOver={handedOver} onClose={() => toUser()} />
    </>
  );
}
