import type { RoleInput } from '@sente/contract/roles';
import { useNavigate } from 'react-router';
import { RoleForm } from '../../features/roles/role-form.tsx';
import { useCreateRole } from '../../features/roles/role-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { notify } from '../../ui/toast.tsx';

export default function RoleCreatePage() {
  const navigate = useNavigate();
  const create = useCreateRole();

  async function submit(body: RoleInput): Promise<void> {
    const { data } = await create.mutateAsync(body);
    notify.success('Role created successfully');
    await navigate(paths.role(data.id));
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create Role"
        subtitle="Its permissions come after this step"
        back={{ to: paths.roles(), label: 'Back to Roles' }}
      />
      <RoleForm
        onSubmit={submit}
        submitLabel="Create Role"
        failureText="Failed to create role"
        cancelTo={paths.roles()}
      />
    </div>
  );
}
