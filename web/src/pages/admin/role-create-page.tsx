import type { RoleInput } from '@sente/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { PermissionPicker, useFreePermissions } from '../../features/roles/permission-picker.tsx';
import { RoleForm } from '../../features/roles/role-form.tsx';
import { roleQueries, useCreateRole } from '../../features/roles/role-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { notify } from '../../ui/toast.tsx';

const newRole = { isStaff: false, permissions: [] };

export default function RoleCreatePage() {
  const navigate = useNavigate();
  const create = useCreateRole();
  const { data, failure } = queryState(useQuery(roleQueries.permissions()));
  const free = useFreePermissions(data, newRole);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());

  async function submit(body: RoleInput): Promise<void> {
    const chosen = free?.filter(({ id }) => ticked.has(id)) ?? [];
    const permissionIds = chosen.map(({ id }) => id);
    const role = await create.mutateAsync({ ...body, ...(chosen.length > 0 && { permissionIds }) });
    notify.success('Role created successfully');
    navigate(paths.role(role.id));
  }

  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Create Role"
        subtitle="What its holders may do inside their company"
        back={{ to: paths.roles(), label: 'Back to Roles' }}
      />
      <RoleForm
        onSubmit={submit}
        submitLabel="Create Role"
        failureText="Failed to create role"
        cancelTo={paths.roles()}
      >
        {(isBusy) => (
          <section aria-labelledby="permissions-title">
            <h2 id="permissions-title" className="mb-1 text-sm font-medium">
              Permissions
            </h2>
            <p className="mb-3 text-13 text-muted">
              They can be changed later. Without any, its holders can sign in, and nothing more.
            </p>
            <PermissionPicker {...{ free, failure, ticked }} onTick={setTicked} disabled={isBusy} />
          </section>
        )}
      </RoleForm>
    </div>
  );
}
