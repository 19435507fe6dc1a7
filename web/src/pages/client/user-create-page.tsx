import { useNavigate } from 'react-router';
import {
  CreateCompanyUserForm,
  type NewCompanyUserValues,
} from '../../features/users/company-user-form.tsx';
import { useCreateUser } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { NoCompany } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { notify } from '../../ui/toast.tsx';

const heading = { title: 'Create User', subtitle: 'Someone who signs in for your company' };

export default function UserCreatePage() {
  const companyId = useCompanyId();
  if (companyId) return <InCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to create user" />;
}

function InCompany({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const create = useCreateUser();

  async function submit(values: NewCompanyUserValues): Promise<void> {
    const { confirmPassword: _, ...person } = values;
    await create.mutateAsync({ ...person, companyId });
    notify.success('User created successfully');
    await navigate(paths.client.users());
  }

  return (
    <div className="max-w-3xl">
      <PageHeader {...heading} back={{ to: paths.client.users(), label: 'Back to Users' }} />
      <CreateCompanyUserForm onSubmit={submit} cancelTo={paths.client.users()} />
    </div>
  );
}
