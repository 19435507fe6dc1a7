import type { RoleDetails, RoleInput } from '@sente/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { RoleForm } from '../../features/roles/role-form.tsx';
import { RoleNotLoaded } from '../../features/roles/role-not-loaded.tsx';
import { useMayChangeRole } from '../../features/roles/role-power.ts';
import { roleQueries, useUpdateRole } from '../../features/roles/role-queries.ts';
import { paths } from '../../lib/paths.ts';
import { roleWords } from '../../session/role.ts';
import { EditPage } from '../../ui/edit-page.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

const beyond = {
  home: paths.admin(),
  heading: 'Access Denied',
  text: 'This role allows more than you may do yourself, so you cannot change it.',
};

export default function RoleEditPage() {
  const { id = '' } = useParams();
  const mayChange = useMayChangeRole();
  return (
    <EditPage
      query={useQuery(roleQueries.toEdit(id))}
      title="Edit Role"
      titleOf={({ name }) => `Edit ${roleWords(name)}`}
      toRecord={{ to: paths.role(id), label: 'Back to Role' }}
      toList={{ to: paths.roles(), label: 'Back to Roles' }}
      skeleton={<FormSkeleton count={3} label="Loading role" />}
      notLoaded={(failure) => <RoleNotLoaded {...failure} />}
      form={(role) =>
        mayChange(role) ? <EditForm key={role.id} role={role} /> : <NoPermission {...beyond} />
      }
    />
  );
}

function EditForm({ role }: { role: RoleDetails }) {
  const navigate = useNavigate();
  const update = useUpdateRole(role.id);

  async function submit(body: RoleInput): Promise<void> {
    // The edited version: the server refuses it if the record has changed since.
    await update.mutateAsync({ ...body, updatedAt: role.updatedAt });
    notify.success('Role updated successfully');
    navigate(paths.role(role.id));
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
