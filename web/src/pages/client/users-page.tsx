import type { User, UserCounts } from '@sente/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Plus, ShieldCheck, UserCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { companyUserColumns, UserActions } from '../../features/users/user-columns.tsx';
import { InvitationDialog } from '../../features/users/invitation-buttons.tsx';
import type { AskedInvitation } from '../../features/users/invitation.ts';
import { useMayChangeUser } from '../../features/users/user-power.ts';
import {
  companyRoles,
  companyUsersPageSize,
  userQueries,
  userStatuses,
} from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { type UrlState, useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { StatCard } from '../../ui/stat-card.tsx';

const heading = { title: 'Users', subtitle: 'The people who sign in for your company' };
const listState = { filters: { status: userStatuses, role: companyRoles } } as const;

export default function UsersPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load users" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState(listState);
  const { search, page, filters } = address;
  const query = useQuery(userQueries.ofCompany(companyId, { search, page, ...filters }));
  const client = useQueryClient();
  const canManage = useCan('canManageUsers');
  const mayChange = useMayChangeUser();
  const ownId = useSession()?.user.id;
  const [toDelete, setToDelete] = useState<User | null>(null);
  const [asked, setAsked] = useState<AskedInvitation | null>(null);
  return (
    <>
      <ListScreen
        heading={heading}
        actions={canManage ? <CreateLink /> : null}
        address={address}
        query={query}
        summary={(list) => <Totals counts={list?.counts} />}
        search={{
          label: 'Search users...',
          placeholder: 'Name, email or username...',
          debounceMs: 300,
        }}
        filters={<Filters address={address} />}
        filtersClassName="items-end gap-x-4 gap-y-3 sm:items-center"
        failed={{ title: 'Failed to load users' }}
        noneMatch={{ title: 'No users found' }}
        noneYet={{
          title: 'No users found',
          hint: 'Get started by inviting your first user.',
          action: canManage ? <CreateLink /> : null,
        }}
        caption="Users"
        columns={companyUserColumns(ownId)}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.client.user(id)}
        onRowIntent={({ id }) => void client.prefetchQuery(userQueries.details(id))}
        rowActions={(user) => (
          <UserActions
            user={user}
            to={paths.client.user(user.id)}
            editTo={paths.client.userEdit(user.id)}
            onDelete={mayChange(user) && user.id !== ownId ? setToDelete : undefined}
            onInvitation={setAsked}
          />
        )}
        skeletonRows={10}
        pager={{ pageSize: companyUsersPageSize, noun: 'users', compact: true }}
      />
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
      <InvitationDialog open={asked !== null} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function CreateLink() {
  return (
    <ButtonLink variant="primary" icon={<Plus />} to={paths.client.userCreate()}>
      Create User
    </ButtonLink>
  );
}

/** Of the whole company, whatever the list is narrowed to; each leads to its people. */
function Totals({ counts }: { counts: UserCounts | undefined }) {
  const shared = { loading: counts === undefined, brief: true };
  const { users } = paths.client;
  const inactive = counts ? counts.all - counts.active - counts.pending : 0;
  return (
    <section aria-label="Totals" className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <h2 className="sr-only">Totals</h2>
      <StatCard
        {...shared}
        label="Total Users"
        icon={<Users />}
        value={counts?.all ?? 0}
        note={inactive > 0 ? `${inactive} inactive` : undefined}
        to={users()}
      />
      <StatCard
        {...shared}
        label="Active Users"
        icon={<UserCheck />}
        value={counts?.active ?? 0}
        to={users({ status: 'active' })}
      />
      <StatCard
        {...shared}
        label="Pending Users"
        icon={<Clock />}
        value={counts?.pending ?? 0}
        to={users({ status: 'pending' })}
      />
      <StatCard
        {...shared}
        label="Admins"
        icon={<ShieldCheck />}
        value={counts?.admins ?? 0}
        to={users({ role: 'admin' })}
      />
    </section>
  );
}

const optionOf = <Value extends string>(value: Value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
});

function Filters({ address }: { address: UrlState<typeof listState> }) {
  return (
    <>
      <FilterChoice
        label="Status"
        showLabel
        options={userStatuses.map(optionOf)}
        value={address.filters.status}
        onChange={(status) => address.setFilter('status', status)}
      />
      <FilterChoice
        label="Role"
        showLabel
        options={companyRoles.map(optionOf)}
        value={address.filters.role}
        onChange={(role) => address.setFilter('role', role)}
      />
    </>
  );
}
