import type { User } from '@sente/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { CompanyUserCards } from '../../features/users/company-user-cards.tsx';
import { CompanyUserFilters } from '../../features/users/company-user-filters.tsx';
import {
  companyUsersPerPage,
  listState,
  type CompanyUserPage,
} from '../../features/users/company-user-list.ts';
import { companyUserQueries } from '../../features/users/company-user-queries.ts';
import { CompanyUsersTable } from '../../features/users/company-users-table.tsx';
import { DeleteUserDialog } from '../../features/users/delete-user-dialog.tsx';
import { userQueries } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId, useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoCompany } from '../../ui/no-company.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const heading = { title: 'Users', subtitle: 'The people who sign in for your company' };

export default function UsersPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure="Failed to load users" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const state = useUrlState(listState);
  const { search, page } = state;
  const query = useQuery(companyUserQueries.list(companyId, { search, page, ...state.filters }));
  const { data, failure, isLoading } = queryState(query);
  const canManage = useCan('canManageUsers');
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={query} />
            {canManage ? <CreateLink /> : null}
          </>
        }
      />
      {data || isLoading ? <CompanyUserCards rows={data?.rows} /> : null}
      <CompanyUserFilters state={state} />
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load users"
          message={errorSentences(failure.error, '')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data || isLoading ? (
        <People
          list={data}
          canManage={canManage}
          onPage={state.setPage}
          empty={
            <Nobody
              isFiltered={state.isFiltered}
              canManage={canManage}
              onClear={state.clearFilters}
            />
          }
        />
      ) : null}
    </>
  );
}

interface PeopleProps {
  /** Undefined while they are on their way. */
  list: CompanyUserPage | undefined;
  canManage: boolean;
  onPage: (page: number) => void;
  empty: ReactNode;
}

function People({ list, canManage, onPage, empty }: PeopleProps) {
  const client = useQueryClient();
  const ownId = useSession()?.user.id;
  const [toDelete, setToDelete] = useState<User | null>(null);
  return (
    <>
      <CompanyUsersTable
        users={list?.rows ?? []}
        loading={list === undefined}
        ownId={ownId}
        onDelete={canManage ? setToDelete : undefined}
        onRowIntent={({ id }) => void client.prefetchQuery(userQueries.details(id))}
        empty={empty}
        footer={list ? <Footer list={list} onPage={onPage} /> : null}
      />
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
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

interface NobodyProps {
  isFiltered: boolean;
  canManage: boolean;
  onClear: () => void;
}

function Nobody({ isFiltered, canManage, onClear }: NobodyProps) {
  return isFiltered ? (
    <NoneMatch title="No users found" onClear={onClear} />
  ) : (
    <EmptyState
      title="No users found"
      hint="Get started by inviting your first user."
      action={canManage ? <CreateLink /> : null}
    />
  );
}

function Footer({ list, onPage }: { list: CompanyUserPage; onPage: (page: number) => void }) {
  const from = (list.page - 1) * companyUsersPerPage;
  return (
    <Pager
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
      noun="users"
      compact
      onPage={onPage}
    />
  );
}
