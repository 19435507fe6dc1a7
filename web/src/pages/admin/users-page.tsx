import { userSortKeys, type User } from '@sente/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { roleQueries } from '../../features/roles/role-queries.ts';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { UserActions, userColumns } from '../../features/users/user-columns.tsx';
import { InvitationDialog } from '../../features/users/invitation-buttons.tsx';
import type { AskedInvitation } from '../../features/users/invitation.ts';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import { userQueries, usersPageSize, userStatuses } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { roleWords } from '../../session/role.ts';
import { Allowed } from '../../session/allowed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterChoice, ListChoice } from '../../ui/filter-choice.tsx';
import { PhoneFilters } from '../../ui/folded-filters.tsx';
import { besideFilters } from '../../ui/list-filters.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';

const listState = {
  filters: { companyId: { fallback: '' }, status: userStatuses, roleId: { fallback: '' } },
  sort: { keys: userSortKeys, fallback: { key: 'user', direction: 'asc' } },
} as const;

const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'inactive', label: 'Inactive' },
] as const;

export default function UsersPage() {
  const address = useUrlState(listState);
  const { search, page, filters, sort } = address;
  const query = useQuery(
    userQueries.list({ search, page, ...filters, sort: sort.key, direction: sort.direction }),
  );
  const { data: roles = [] } = useQuery(roleQueries.list());
  const roleOptions = [
    { value: '', label: 'All Roles' },
    ...roles.map(({ id, name }) => ({ value: id, label: roleWords(name) })),
  ];
  const client = useQueryClient();
  const mayChange = useMayChangeUser();
  const [toDelete, setToDelete] = useState<User | null>(null);
  const [asked, setAsked] = useState<AskedInvitation | null>(null);

  return (
    <>
      <ListScreen
        heading={{ title: 'Users', subtitle: 'Everyone who can sign in, in all companies' }}
        actions={
          <Allowed to="staffUsers">
            <ButtonLink variant="primary" icon={<Plus />} to={paths.userCreate()}>
              Create User
            </ButtonLink>
          </Allowed>
        }
        address={address}
        query={query}
        search={{ label: 'Search users...', className: besideFilters, debounceMs: 200 }}
        filters={
          <PhoneFilters spec={listState} values={filters}>
            <CompanyPicker
              className="w-full sm:w-52"
              label="Company"
              hideLabel
              noneLabel="All Companies"
              value={filters.companyId}
              onChange={(id) => address.setFilter('companyId', id)}
            />
            <FilterChoice
              label="Role"
              className="min-w-0 flex-1 sm:max-w-44"
              options={roleOptions}
              value={filters.roleId}
              onChange={(id) => address.setFilter('roleId', id)}
            />
            <ListChoice label="Status" address={address} name="status" options={statusOptions} />
          </PhoneFilters>
        }
        failed={{
          title: 'Failed to load users',
          toast: 'Failed to load users',
          retryLabel: 'Try Again',
        }}
        noneMatch={{ title: 'No users match your search.' }}
        noneYet={{
          icon: <Users />,
          title: 'No users found.',
          action: (
            <Allowed to="staffUsers">
              <ButtonLink variant="primary" to={paths.userCreate()}>
                Create User
              </ButtonLink>
            </Allowed>
          ),
        }}
        caption="Users"
        columns={userColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.user(id)}
        onRowIntent={({ id }) => void client.prefetchQuery(userQueries.details(id))}
        rowActions={(user) => (
          <UserActions
            user={user}
            to={paths.user(user.id)}
            editTo={paths.userEdit(user.id)}
            onDelete={mayChange(user) ? setToDelete : undefined}
            onInvitation={setAsked}
          />
        )}
        skeletonRows={10}
        pager={{ pageSize: usersPageSize, noun: 'users' }}
        footer={({ rows, totalPages }, pager) =>
          totalPages > 1 ? (
            pager
          ) : rows.length === 0 ? null : (
            <p className="tabular py-1 text-13 text-muted">
              {rows.length === 1 ? 'Showing 1 user' : `Showing ${rows.length} users`}
            </p>
          )
        }
      />
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
      <InvitationDialog open={asked !== null} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
