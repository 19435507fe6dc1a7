import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { AccountFilters } from '../../features/accounts/account-filters.tsx';
import { accountQueries, accountStatuses } from '../../features/accounts/account-queries.ts';
import { AccountTiles } from '../../features/accounts/account-tiles.tsx';
import { AccountsScreen } from '../../features/accounts/accounts-screen.tsx';
import { CompanyPicker } from '../../features/companies/company-picker.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PhoneFilters } from '../../ui/folded-filters.tsx';
import { besideFilters } from '../../ui/list-filters.tsx';

const types = ['all', 'checking', 'savings', 'business'] as const;
const listState = {
  filters: { companyId: { fallback: '' }, status: accountStatuses, type: types },
  sort: {
    keys: ['name', 'company', 'type', 'balance'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

export default function AccountsPage() {
  const address = useUrlState(listState);
  const { search, filters, sort, page, isFiltered } = address;
  const query = useQuery(
    accountQueries.list({
      search,
      ...filters,
      sort: sort.key,
      direction: sort.direction,
      page,
    }),
  );
  const isNoneMatch = isFiltered && queryState(query).data?.rows.length === 0;
  return (
    <AccountsScreen
      show="ofAll"
      heading={{
        title: 'Accounts',
        subtitle: isFiltered
          ? 'Accounts that match the search and filters'
          : 'The accounts of all companies',
      }}
      address={address}
      query={query}
      summary={(totals) => <AccountTiles ofAll totals={totals} />}
      search={{ label: 'Search accounts...', className: besideFilters, debounceMs: 200 }}
      filters={
        <PhoneFilters spec={listState} values={filters}>
          <CompanyPicker
            className="w-full sm:w-56"
            label="Company"
            hideLabel
            noneLabel="All Companies"
            value={filters.companyId}
            onChange={(companyId) => address.setFilter('companyId', companyId)}
          />
          <AccountFilters address={address} statuses={accountStatuses} types={types} />
          {isNoneMatch ? null : (
            <Button disabled={!isFiltered} onClick={address.clearFilters}>
              Clear Filters
            </Button>
          )}
        </PhoneFilters>
      }
      retryLabel="Try Again"
      rows={(list) => list}
      noneYet={{
        icon: <Landmark />,
        title: 'No accounts found',
        hint: 'Accounts are opened on the page of a company.',
        action: <ButtonLink to={paths.companies()}>Go to Companies</ButtonLink>,
      }}
    />
  );
}
