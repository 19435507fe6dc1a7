import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { AccountFilter } from '../../features/accounts/account-filters.tsx';
import { pageOfAccounts, totalsOf, typesIn } from '../../features/accounts/account-list.ts';
import { accountQueries } from '../../features/accounts/account-queries.ts';
import { CompanyAccountTiles } from '../../features/accounts/account-tiles.tsx';
import { AccountsTable } from '../../features/accounts/accounts-table.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

const statuses = ['all', 'active', 'inactive'] as const;
const listState = {
  filters: { status: statuses, type: { fallback: 'all' } },
  sort: {
    keys: ['name', 'type', 'balance', 'lastTransaction'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

export default function CompanyAccountsPage() {
  const { companyId = '' } = useParams();
  const query = useQuery(accountQueries.ofCompany(companyId));
  const company = useQuery(companyQueries.details(companyId));
  const { data: accounts, failure, isLoading } = queryState(query);
  const name = company.data?.name ?? accounts?.[0]?.companyName ?? undefined;
  const isMissing = failure?.error instanceof ApiError && failure.error.status === 404;
  usePageTitle(name && `Accounts of ${name}`);

  return (
    <>
      <PageHeader
        title="Company Accounts"
        // Its line is kept while the name is on its way.
        subtitle={
          isMissing ? undefined : name ? <CompanyName id={companyId} name={name} /> : '\u00a0'
        }
        back={{ to: paths.companies(), label: 'Back to Companies' }}
        actions={
          isMissing ? null : (
            <>
              <RefreshButton
                query={{
                  isFetching: query.isFetching || company.isFetching,
                  refetch: () => Promise.all([query.refetch(), company.refetch()]),
                }}
              />
              <CreateLink companyId={companyId} />
            </>
          )
        }
      />
      {isMissing ? <CompanyNotLoaded {...failure} /> : null}
      {failure && !isMissing ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load accounts. Please try again."
          message={errorSentences(failure.error, '')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {accounts || isLoading ? <Accounts companyId={companyId} accounts={accounts} /> : null}
    </>
  );
}

interface AccountsProps {
  companyId: string;
  /** Undefined while they are on their way. */
  accounts: Parameters<typeof totalsOf>[0] | undefined;
}

function Accounts({ companyId, accounts }: AccountsProps) {
  const state = useUrlState(listState);
  const { search, filters, sort, page } = state;
  const list = useMemo(
    () =>
      accounts &&
      pageOfAccounts(accounts, {
        search,
        companyId: null,
        status: filters.status,
        type: filters.type,
        sort: sort.key,
        direction: sort.direction,
        page,
      }),
    [accounts, search, filters.status, filters.type, sort.key, sort.direction, page],
  );
  return (
    <>
      <CompanyAccountTiles totals={accounts && totalsOf(accounts)} />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          className="w-full sm:w-80"
          label="Search accounts..."
          value={search}
          onChange={state.setSearch}
        />
        <AccountFilter
          label="Status"
          allLabel="All Statuses"
          values={statuses}
          value={filters.status}
          onChange={(status) => state.setFilter('status', status)}
        />
        <AccountFilter
          label="Account Type"
          allLabel="All Types"
          values={['all', ...typesIn(accounts ?? [])]}
          value={filters.type}
          onChange={(type) => state.setFilter('type', type)}
        />
      </div>
      <AccountsTable
        show="ofCompany"
        list={list}
        sort={sort}
        onSort={state.setSort}
        onPage={state.setPage}
        empty={
          state.isFiltered ? (
            <NoneMatch title="No accounts found" onClear={state.clearFilters} />
          ) : (
            <NoneYet companyId={companyId} />
          )
        }
      />
    </>
  );
}

function CompanyName({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to={paths.company(id)}
      className="rounded-sm wrap-anywhere hover:text-ink hover:underline"
    >
      {name}
    </Link>
  );
}

function CreateLink({ companyId }: { companyId: string }) {
  return (
    <ButtonLink variant="primary" icon={<Plus />} to={paths.companyAccountCreate(companyId)}>
      Create Account
    </ButtonLink>
  );
}

function NoneYet({ companyId }: { companyId: string }) {
  return (
    <EmptyState
      icon={<Landmark />}
      title="No accounts yet"
      hint="Open the first account of this company."
      action={<CreateLink companyId={companyId} />}
    />
  );
}
