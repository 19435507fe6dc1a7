import { companySortKeys, type CompanyListItem } from '@sente/contract/companies';
import { defaultPageSize } from '@sente/contract/paging';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { CompaniesTable } from '../../features/companies/companies-table.tsx';
import type { CompanyPage } from '../../features/companies/company-list.ts';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { DeleteCompanyDialog } from '../../features/companies/delete-company-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { isAdministrator } from '../../session/role.ts';
import { useSession } from '../../session/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { notify } from '../../ui/toast.tsx';

const listState = {
  sort: { keys: companySortKeys, fallback: { key: 'name', direction: 'asc' } },
} as const;

export default function CompaniesPage() {
  const state = useUrlState(listState);
  const { search, sort, page } = state;
  const companies = useQuery(
    companyQueries.list({ search, sort: sort.key, direction: sort.direction, page }),
  );
  const { data, failure, isLoading } = queryState(companies);
  const client = useQueryClient();
  const session = useSession();
  const [toDelete, setToDelete] = useState<CompanyListItem | null>(null);

  useEffect(() => {
    if (companies.error) notify.error('Failed to load companies');
  }, [companies.error]);

  return (
    <>
      <PageHeader
        title="Companies"
        subtitle="Manage your company profiles and information"
        actions={
          <>
            <RefreshButton query={companies} />
            <ButtonLink variant="primary" icon={<Plus />} to={paths.companyCreate()}>
              Create Company
            </ButtonLink>
          </>
        }
      />
      <SearchInput
        className="mb-4 sm:max-w-sm"
        label="Search companies..."
        value={search}
        onChange={state.setSearch}
        debounceMs={200}
      />
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Error Loading Companies"
          message={errorSentences(failure.error, 'Failed to load companies')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data || isLoading ? (
        <CompaniesTable
          companies={data?.rows ?? []}
          loading={isLoading}
          sort={sort}
          onSort={state.setSort}
          showCredentials={session !== null && isAdministrator(session.user)}
          onDelete={setToDelete}
          onRowIntent={({ id }) => void client.prefetchQuery(companyQueries.details(id))}
          empty={<NoCompanies searching={search !== ''} onClear={state.clearFilters} />}
          footer={data ? <Footer list={data} onPage={state.setPage} /> : null}
        />
      ) : null}
      <DeleteCompanyDialog company={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

function NoCompanies({ searching, onClear }: { searching: boolean; onClear: () => void }) {
  return searching ? (
    <NoneMatch title="No companies found matching your search." onClear={onClear} />
  ) : (
    <EmptyState
      icon={<Building2 />}
      title="No companies found."
      hint="Create the first one, then open its accounts and credentials."
      action={
        <ButtonLink variant="primary" to={paths.companyCreate()}>
          Create Company
        </ButtonLink>
      }
    />
  );
}

function Footer({ list, onPage }: { list: CompanyPage; onPage: (page: number) => void }) {
  const from = (list.page - 1) * defaultPageSize;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="py-1">
        <span className="text-muted">Total balance: </span>
        <Money amount={list.totalBalance} className="font-medium" />
      </p>
      <Pager
        className="sm:gap-x-6"
        page={list.page}
        pageCount={list.totalPages}
        from={from + 1}
        to={from + list.rows.length}
        total={list.totalCount}
        onPage={onPage}
      />
    </div>
  );
}
