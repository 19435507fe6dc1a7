import type { User } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import {
  EditCompanyUserForm,
  type CompanyUserValues,
} from '../../features/users/company-user-form.tsx';
import { CompanyUserNotLoaded } from '../../features/users/user-not-loaded.tsx';
import { nameOf } from '../../features/users/user.ts';
import { userQueries, useUpdateUser } from '../../features/users/user-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { changeSessionUser } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function UserEditPage() {
  const { id = '' } = useParams();
  const { data: user, failure, isLoading } = queryState(useQuery(userQueries.toEdit(id)));
  const title = user && `Edit User: ${nameOf(user)}`;
  usePageTitle(title);

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={title ?? 'Edit User'}
        back={
          user
            ? { to: paths.client.user(id), label: 'Back to User' }
            : { to: paths.client.users(), label: 'Back to Users' }
        }
      />
      {isLoading ? (
        <Card>
          <SkeletonRows count={6} label="Loading user" />
        </Card>
      ) : null}
      {failure ? <CompanyUserNotLoaded {...failure} /> : null}
      {/* A new form for another user: its inputs are filled once. */}
      {user ? <EditForm key={user.id} user={user} /> : null}
    </div>
  );
}

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const update = useUpdateUser(user.id);
  const isSelf = useSession()?.user.id === user.id;

  async function submit({ roles, isActive, ...values }: CompanyUserValues): Promise<void> {
    // One's own role and state are not ours to change, so they are not sent.
    const mayChange = isSelf ? {} : { isActive, ...(roles && { roles }) };
    // The version that was edited: nobody is switched on again who was switched off meanwhile.
    await update.mutateAsync({ ...values, ...mayChange, updatedAt: user.updatedAt });
    if (isSelf) changeSessionUser({ name: nameOf(values), email: values.email });
    notify.success('User updated successfully');
    await navigate(paths.client.user(user.id));
  }

  return (
    <EditCompanyUserForm
      user={user}
      isSelf={isSelf}
      onSubmit={submit}
      cancelTo={paths.client.user(user.id)}
    />
  );
}
