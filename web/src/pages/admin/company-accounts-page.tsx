import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { isNotFound } from '../../api/api-error.ts';
import { queryState } from '../../api/query-state.ts';
import { AccountFilters } from '../../features/accounts/account-filters.tsx';
import { pageOfAccounts, totalsOf } from '../../features/accounts/account-list.ts';
import { accountQueries, accountStatuses } from '../../features/accounts/account-queries.ts';
import { AccountTiles } from '../../features/accounts/account-tiles.tsx';
import { typesIn } from '../../features/accounts/account-type.tsx';
import { AccountsScreen } from '../../features/accounts/accounts-screen.tsx';
import { SuspenseAccount } from '../../features/accounts/suspense-account.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { useUrlState, type UrlState } from '../../lib/url-state.ts';
import { Allowed } from '../../session/allowed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const listState = {
  filters: { status: accountStatuses, type: { fallback: 'all' } },
  sort: {
    keys: ['name', 'type', 'balance', 'lastTransaction'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

export default function CompanyAccountsPage() {
  const { companyId = '' } = useParams();
  const query = useQuery(accountQueries.ofCompany(companyId));
  const company = useQuery(companyQueries.details(companyId));
  const { data: accounts, failure } = queryState(query);
  const address = useUrlState(listState);
  const canCreate = useCan('staffCompanies');
  const name = company.data?.name ?? accounts?.[0]?.companyName ?? undefined;
  usePageTitle(name && `Accounts of ${name}`);
  const title = 'Company Accounts';
  if (failure && isNotFound(failure.error)) {
    return (
      <>
        <PageHeader title={title} back={{ to: paths.companies(), label: 'Back to Companies' }} />
        <CompanyNotLoaded {...failure} />
      </>
    );
  }
  const create = (
    <Allowed to="staffCompanies">
      <ButtonLink variant="primary" icon={<Plus />} to={paths.companyAccountCreate(companyId)}>
        Create Account
      </ButtonLink>
    </Allowed>
  );
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: paths.companies(), label: 'Back to Companies' }}
        // The line is reserved while the name loads, to avoid a layout shift.
        subtitle={name ? <CompanyName id={companyId} name={name} /> : '\u00a0'}
        actions={
          <>
            <RefreshButton
              query={{
                isFetching: query.isFetching || company.isFetching,
                refetch: () => Promise.all([query.refetch(), company.refetch()]),
              }}
            />
            {create}
          </>
        }
      />
      <AccountsScreen
        show="ofCompany"
        address={address}
        query={query}
        summary={(all) => <AccountTiles totals={all && totalsOf(all)} />}
        filtersHere
        search={{ label: 'Search accounts...' }}
        filters={
          <AccountFilters
            address={address}
            statuses={accountStatuses}
            types={['all', ...typesIn(accounts ?? [])]}
          />
        }
        rows={(all) => pageOf(all, address)}
        noneYet={{
          icon: <Landmark />,
          title: 'No accounts yet',
          hint: canCreate ? 'Open the first account of this company.' : undefined,
          action: create,
        }}
      />
      <SuspenseAccount companyId={companyId} />
    </>
  );
}

type Address = UrlState<typeof listState>;

function pageOf(accounts: readonly Account[], { search, filters, sort, page }: Address) {
  const { key, direction } = sort;
  return pageOfAccounts(accounts, { search, ...filters, sort: key, direction, page });
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
