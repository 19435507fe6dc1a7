import type { User } from '@sente/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { usersPageSize, type UserPage } from '../../features/users/user-list.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { UsersTable } from '../../features/users/users-table.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { notify } from '../../ui/toast.tsx';

const listState = { filters: { companyId: { fallback: '' } } } as const;

export default function UsersPage() {
  const state = useUrlState(listState);
  const { search, page } = state;
  const { companyId } = state.filters;
  const users = useQuery(userQueries.list({ search, companyId, page }));
  const { data, failure, isLoading } = queryState(users);
  const client = useQueryClient();
  const [toDelete, setToDelete] = useState<User | null>(null);

  useEffect(() => {
    if (users.error) notify.error('Failed to load users');
  }, [users.error]);

  return (
    <>
      <PageHeader
        title="Users"
        subtitle="Everyone who can sign in, in all companies"
        actions={
          <>
            <RefreshButton query={users} />
            <ButtonLink variant="primary" icon={<Plus />} to={paths.userCreate()}>
              Create User
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          className="w-full sm:w-80"
          label="Search users..."
          value={search}
          onChange={state.setSearch}
          debounceMs={200}
        />
        <CompanyPicker
          className="w-full sm:w-64"
          label="Company"
          hideLabel
          noneLabel="All Companies"
          value={companyId}
          onChange={(id) => state.setFilter('companyId', id)}
        />
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load users"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data || isLoading ? (
        <UsersTable
          users={data?.rows ?? []}
          loading={isLoading}
          onDelete={setToDelete}
          onRowIntent={({ id }) => void client.prefetchQuery(userQueries.details(id))}
          empty={<NoUsers filtered={state.isFiltered} onClear={state.clearFilters} />}
          footer={data ? <Footer list={data} onPage={state.setPage} /> : null}
        />
      ) : null}
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

function NoUsers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <NoneMatch title="No users match your search." onClear={onClear} />
  ) : (
    <EmptyState
      icon={<Users />}
      title="No users found."
      hint="Create the first one, then assign the roles."
      action={
        <ButtonLink variant="primary" to={paths.userCreate()}>
          Create User
        </ButtonLink>
      }
    />
  );
}

function Footer({ list, onPage }: { list: UserPage; onPage: (page: number) => void }) {
  // The pager counts by itself, and says nothing when there is only one page.
  if (list.totalPages <= 1) {
    return <p className="tabular py-1 text-13 text-muted">{`Showing ${list.rows.length} users`}</p>;
  }
  const from = (list.page - 1) * usersPageSize;
  return (
    <Pager
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
      noun="users"
      onPage={onPage}
    />
  );
}
