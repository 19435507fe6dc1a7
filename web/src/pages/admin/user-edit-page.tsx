import type { UpdateUserBody, User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { EditUserForm } from '../../features/users/user-form.tsx';
import { linkToHandOver, updatedText, type HandedOver } from '../../features/users/invitation.ts';
import { UserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import { userQueries, useUpdateUser } from '../../features/users/user-queries.ts';
import { nameOf } from '../../features/users/user.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/use-session.ts';
import { EditPage } from '../../ui/edit-page.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

const HandOverDialog = lateWindow(() => import('../../features/users/hand-over-dialog.tsx'));

const beyond = {
  home: paths.admin(),
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
      titleOf={(user) => `Edit ${nameOf(user)}`}
      toRecord={{ to: paths.user(id), label: 'Back to User' }}
      toList={{ to: paths.users(), label: 'Back to Users' }}
      skeleton={<FormSkeleton count={6} columns={2} label="Loading user" />}
      notLoaded={(failure) => <UserNotLoaded {...failure} />}
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
  const toUser = () => navigate(paths.user(user.id));
  const isSelf = useSession()?.user.id === user.id;

  async function submit(body: UpdateUserBody): Promise<void> {
    // The edited version: the server refuses it if the user has changed since.
    const { data, meta } = await update.mutateAsync({ ...body, updatedAt: user.updatedAt });
    const link = linkToHandOver(body, meta);
    if (link) {
      setHandedOver(link);
      return;
    }
    notify.success(updatedText(data, { ...body, isSelf }, meta));
    toUser();
  }

  return (
    <>
      <EditUserForm user={user} isSelf={isSelf} onSubmit={submit} cancelTo={paths.user(user.id)} />
      <HandOverDialog open={handedOver !== null} handedOver={handedOver} onClose={() => toUser()} />
    </>
  );
}
