import type { UpdateUserBody, User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { EditUserForm } from '../../features/users/user-form.tsx';
import { UserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { userQueries, useUpdateUser } from '../../features/users/user-queries.ts';
import { nameOf } from '../../features/users/user.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function UserEditPage() {
  const { id = '' } = useParams();
  const { data: user, failure, isLoading } = queryState(useQuery(userQueries.toEdit(id)));
  const title = user && `Edit ${nameOf(user)}`;
  usePageTitle(title);

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={title ?? 'Edit User'}
        back={
          user
            ? { to: paths.user(id), label: 'Back to User' }
            : { to: paths.users(), label: 'Back to Users' }
        }
      />
      {isLoading ? <FormSkeleton count={6} columns={2} label="Loading user" /> : null}
      {failure ? <UserNotLoaded {...failure} /> : null}
      {/* A new form for another user: its inputs are filled once. */}
      {user ? <EditForm key={user.id} user={user} /> : null}
    </div>
  );
}

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const update = useUpdateUser(user.id);
  const session = useSession();

  async function submit(body: UpdateUserBody): Promise<void> {
    // The version that was edited: nobody is switched on again who was switched off meanwhile.
    await update.mutateAsync({ ...body, updatedAt: user.updatedAt });
    notify.success('User updated successfully');
    await navigate(paths.user(user.id));
  }

  return (
    <EditUserForm
      user={user}
      isSelf={session?.user.id === user.id}
      onSubmit={submit}
      cancelTo={paths.user(user.id)}
    />
  );
}
