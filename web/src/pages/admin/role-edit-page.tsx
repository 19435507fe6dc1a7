import type { RoleDetails, RoleInput } from '@sente/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { RoleForm } from '../../features/roles/role-form.tsx';
import { RoleNotLoaded } from '../../features/roles/role-not-loaded.tsx';
import { roleQueries, useUpdateRole } from '../../features/roles/role-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function RoleEditPage() {
  const { id = '' } = useParams();
  const { data: role, failure, isLoading } = queryState(useQuery(roleQueries.toEdit(id)));
  usePageTitle(role && `Edit ${role.name}`);

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={role ? `Edit ${role.name}` : 'Edit Role'}
        back={
          role
            ? { to: paths.role(id), label: 'Back to Role' }
            : { to: paths.roles(), label: 'Back to Roles' }
        }
      />
      {isLoading ? <FormSkeleton count={3} label="Loading role" /> : null}
      {failure ? <RoleNotLoaded {...failure} /> : null}
      {/* A new form for another role: its inputs are filled once. */}
      {role ? <EditForm key={role.id} role={role} /> : null}
    </div>
  );
}

function EditForm({ role }: { role: RoleDetails }) {
  const navigate = useNavigate();
  const update = useUpdateRole(role.id);

  async function submit(body: RoleInput): Promise<void> {
    // The version that was edited, so that a change made meanwhile is not lost unseen.
    await update.mutateAsync({ ...body, updatedAt: role.updatedAt });
    notify.success('Role updated successfully');
    await navigate(paths.role(role.id));
  }

  return (
    <RoleForm
      role={role}
      onSubmit={submit}
      submitLabel="Save Role"
      failureText="Failed to update role"
      cancelTo={paths.role(role.id)}
    />
  );
}
