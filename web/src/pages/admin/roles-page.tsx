import type { RoleDetails } from '@sente/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { DeleteRoleDialog } from '../../features/roles/delete-role-dialog.tsx';
import { ModuleSelect } from '../../features/roles/module-select.tsx';
import { filterRoles, modulesOf } from '../../features/roles/role-list.ts';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { RolesTable } from '../../features/roles/roles-table.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

const listState = { filters: { module: { fallback: '' } } } as const;

export default function RolesPage() {
  const state = useUrlState(listState);
  const { search, filters } = state;
  const roles = useQuery(roleQueries.list());
  const { data, failure, isLoading } = queryState(roles);
  const client = useQueryClient();
  const [toDelete, setToDelete] = useState<RoleDetails | null>(null);
  const found = filterRoles(data ?? [], { search, module: filters.module });

  return (
    <>
      <PageHeader
        title="Roles Management"
        subtitle="What people may do is decided by the roles they hold"
        actions={
          <>
            <RefreshButton query={roles} />
            <ButtonLink variant="primary" icon={<Plus />} to={paths.roleCreate()}>
              Create Role
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          className="w-full sm:w-80"
          label="Search roles..."
          value={search}
          onChange={state.setSearch}
        />
        <ModuleSelect
          className="min-w-0 flex-1 sm:max-w-48"
          modules={modulesOf((data ?? []).flatMap((role) => role.permissions))}
          value={filters.module}
          onChange={(module) => state.setFilter('module', module)}
        />
        <Button disabled={!state.isFiltered} onClick={state.clearFilters}>
          Clear
        </Button>
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load roles"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data || isLoading ? (
        <RolesTable
          roles={found}
          loading={isLoading}
          onDelete={setToDelete}
          onRowIntent={({ id }) => void client.prefetchQuery(roleQueries.details(id))}
          empty={<NoRoles filtered={state.isFiltered} onClear={state.clearFilters} />}
          footer={
            data ? (
              <p className="tabular py-1 text-13 text-muted">
                {`Showing ${found.length} of ${data.length} roles`}
              </p>
            ) : null
          }
        />
      ) : null}
      <DeleteRoleDialog role={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

function NoRoles({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <NoneMatch title="No roles match your search." onClear={onClear} />
  ) : (
    <EmptyState
      icon={<ShieldCheck />}
      title="No roles yet"
      hint="Create the first one, then give it permissions."
      action={
        <ButtonLink variant="primary" to={paths.roleCreate()}>
          Create Role
        </ButtonLink>
      }
    />
  );
}
