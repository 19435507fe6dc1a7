import type { RoleDetails } from '@sente/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { DeleteRoleDialog } from '../../features/roles/delete-role-dialog.tsx';
import { ModuleSelect } from '../../features/roles/module-select.tsx';
import { RoleActions, roleColumns } from '../../features/roles/role-columns.tsx';
import {
  filterRoles,
  modulesOf,
  roleSortKeys,
  sortRoles,
} from '../../features/roles/permission-modules.ts';
import { useMayChangeRole } from '../../features/roles/role-power.ts';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Allowed } from '../../session/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';

const listState = {
  filters: { module: { fallback: '' } },
  // Until a column is chosen, in the server's order: the provider's own roles first.
  sort: { keys: roleSortKeys, fallback: { key: '', direction: 'asc' } },
} as const;

export default function RolesPage() {
  const address = useUrlState(listState);
  const { module } = address.filters;
  const query = useQuery(roleQueries.list());
  const client = useQueryClient();
  const mayChange = useMayChangeRole();
  const [toDelete, setToDelete] = useState<RoleDetails | null>(null);
  const found = sortRoles(
    filterRoles(query.data ?? [], { search: address.search, module }),
    address.sort,
  );

  return (
    <>
      <ListScreen
        heading={{
          title: 'Roles Management',
          subtitle: 'What people may do is decided by the roles they hold',
        }}
        actions={
          <Allowed to="staffUsers">
            <ButtonLink variant="primary" icon={<Plus />} to={paths.roleCreate()}>
              Create Role
            </ButtonLink>
          </Allowed>
        }
        address={address}
        query={query}
        search={{ label: 'Search roles...' }}
        filters={
          <>
            <ModuleSelect
              className="min-w-0 flex-1 sm:max-w-48"
              modules={modulesOf((query.data ?? []).flatMap((role) => role.permissions))}
              value={module}
              onChange={(chosen) => address.setFilter('module', chosen)}
            />
            <Button disabled={!address.isFiltered} onClick={address.clearFilters}>
              Clear
            </Button>
          </>
        }
        failed={{ title: 'Failed to load roles', retryLabel: 'Try Again' }}
        noneMatch={{ title: 'No roles match your search.' }}
        noneYet={{
          icon: <ShieldCheck />,
          title: 'No roles yet',
          hint: 'Create the first one, then give it permissions.',
          action: (
            <Allowed to="staffUsers">
              <ButtonLink variant="primary" to={paths.roleCreate()}>
                Create Role
              </ButtonLink>
            </Allowed>
          ),
        }}
        caption="Roles"
        columns={roleColumns}
        rows={() => found}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.role(id)}
        onRowIntent={({ id }) => void client.prefetchQuery(roleQueries.details(id))}
        rowActions={(role) => (
          <RoleActions
            role={role}
            onDelete={mayChange(role) ? () => setToDelete(role) : undefined}
          />
        )}
        skeletonRows={3}
        footer={(all) => (
          <p className="tabular py-1 text-13 text-muted">
            {`Showing ${found.length} of ${all.length} roles`}
          </p>
        )}
      />
      <DeleteRoleDialog role={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}
