import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { AccountFilter } from '../../features/accounts/account-filters.tsx';
import { accountStatuses } from '../../features/accounts/account-list.ts';
import { accountQueries } from '../../features/accounts/account-queries.ts';
import { AllAccountTiles } from '../../features/accounts/account-tiles.tsx';
import { AccountsTable } from '../../features/accounts/accounts-table.tsx';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';

const types = ['all', 'checking', 'savings', 'business'] as const;
const listState = {
  filters: { companyId: { fallback: '' }, status: accountStatuses, type: types },
  sort: {
    keys: ['name', 'company', 'type', 'balance'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

export default function AccountsPage() {
  const state = useUrlState(listState);
  const { search, filters, sort, page } = state;
  const query = useQuery(
    accountQueries.list({
      search,
      ...filters,
      sort: sort.key,
      direction: sort.direction,
      page,
    }),
  );
  const { data: list, failure, isLoading } = queryState(query);
  const isNoneMatch = state.isFiltered && list?.rows.length === 0;

  return (
    <>
      <PageHeader
        title="Accounts"
        subtitle={
          state.isFiltered
            ? 'Accounts that match the search and filters'
            : 'The accounts of all companies'
        }
        actions={<RefreshButton query={query} />}
      />
      {list || isLoading ? <AllAccountTiles totals={list} /> : null}
      <div className="mb-4 flex flex-wrap gap-2">
        <Filters state={state} />
        {isNoneMatch ? null : (
          <Button disabled={!state.isFiltered} onClick={state.clearFilters}>
            Clear Filters
          </Button>
        )}
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load accounts. Please try again."
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {list || isLoading ? (
        <AccountsTable
          show="ofAll"
          list={list}
          sort={sort}
          onSort={state.setSort}
          onPage={state.setPage}
          empty={
            isNoneMatch ? (
              <NoneMatch title="No accounts found" onClear={state.clearFilters} />
            ) : (
              <NoneYet />
            )
          }
        />
      ) : null}
    </>
  );
}

function Filters({ state }: { state: UrlState<typeof listState> }) {
  const { filters } = state;
  return (
    <>
      <SearchInput
        className="w-full sm:w-72"
        label="Search accounts..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={200}
      />
      <CompanyPicker
        className="w-full sm:w-56"
        label="Company"
        hideLabel
        noneLabel="All Companies"
        value={filters.companyId}
        onChange={(companyId) => state.setFilter('companyId', companyId)}
      />
      <AccountFilter
        label="Status"
        allLabel="All Statuses"
        values={accountStatuses}
        value={filters.status}
        onChange={(status) => state.setFilter('status', status)}
      />
      <AccountFilter
        label="Account Type"
        allLabel="All Types"
        values={types}
        value={filters.type}
        onChange={(type) => state.setFilter('type', type)}
      />
    </>
  );
}

function NoneYet() {
  return (
    <EmptyState
      icon={<Landmark />}
      title="No accounts found"
      hint="Accounts are opened on the page of a company."
      action={<ButtonLink to={paths.companies()}>Go to Companies</ButtonLink>}
    />
  );
}
