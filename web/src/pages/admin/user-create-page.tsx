import type { CreateUserBody } from '@sente/contract/users';
import { useNavigate } from 'react-router';
import { CreateUserForm } from '../../features/users/user-form.tsx';
import { useCreateUser } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { notify } from '../../ui/toast.tsx';

export default function UserCreatePage() {
  const navigate = useNavigate();
  const create = useCreateUser();

  async function submit(body: CreateUserBody): Promise<void> {
    const { data } = await create.mutateAsync(body);
    notify.success(`${body.firstName} ${body.lastName} has been created successfully!`);
    // The specification of the API lists an answer without the new user.
    const id = (data as { id?: string } | null)?.id;
    await navigate(id ? paths.user(id) : paths.users());
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create User"
        subtitle="Starts with the role client_user; other roles come after this step"
        back={{ to: paths.users(), label: 'Back to Users' }}
      />
      <CreateUserForm onSubmit={submit} cancelTo={paths.users()} />
    </div>
  );
}
