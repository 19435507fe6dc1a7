import { companySortKeys, companyStates, type CompanyListItem } from '@sente/contract/companies';
import { defaultPageSize } from '@sente/contract/paging';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { CompanyActions, companyColumns } from '../../features/companies/company-columns.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { DeleteCompanyDialog } from '../../features/companies/delete-company-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Allowed } from '../../session/allowed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListChoice } from '../../ui/filter-choice.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Money } from '../../ui/money.tsx';

const listState = {
  filters: { status: ['all', ...companyStates] },
  sort: { keys: companySortKeys, fallback: { key: 'name', direction: 'asc' } },
} as const;

const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'suspended', label: 'Suspended' },
] as const;

export default function CompaniesPage() {
  const address = useUrlState(listState);
  const { search, filters, sort, page } = address;
  const query = useQuery(
    companyQueries.list({ search, ...filters, sort: sort.key, direction: sort.direction, page }),
  );
  const client = useQueryClient();
  const canChange = useCan('staffCompanies');
  const [toDelete, setToDelete] = useState<CompanyListItem | null>(null);

  return (
    <>
      <ListScreen
        heading={{
          title: 'Companies',
          subtitle: 'Manage your company profiles and information',
        }}
        actions={
          <Allowed to="staffCompanies">
            <ButtonLink variant="primary" icon={<Plus />} to={paths.companyCreate()}>
              Create Company
            </ButtonLink>
          </Allowed>
        }
        address={address}
        query={query}
        search={{
          label: 'Search companies...',
          className: 'w-full sm:max-w-sm',
          debounceMs: 200,
        }}
        filters={
          <ListChoice label="Status" address={address} name="status" options={statusOptions} />
        }
        failed={{
          title: 'Error Loading Companies',
          message: 'Failed to load companies',
          toast: 'Failed to load companies',
        }}
        noneMatch={{ title: 'No companies found matching your search.' }}
        noneYet={{
          icon: <Building2 />,
          title: 'No companies found.',
          ...(canChange && {
            hint: 'Create the first one, then open its accounts and credentials.',
            action: (
              <ButtonLink variant="primary" to={paths.companyCreate()}>
                Create Company
              </ButtonLink>
            ),
          }),
        }}
        caption="Companies"
        columns={companyColumns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.company(id)}
        onRowIntent={({ id }) => void client.prefetchQuery(companyQueries.details(id))}
        rowActions={(company) => (
          <CompanyActions
            company={company}
            onDelete={canChange ? () => setToDelete(company) : undefined}
          />
        )}
        skeletonRows={10}
        pager={{ pageSize: defaultPageSize, className: 'sm:gap-x-6' }}
        footer={({ totalBalance, rows }, pager) =>
          rows.length === 0 ? null : (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p className="py-1">
                <span className="text-muted">Total balance: </span>
                <Money amount={totalBalance} className="font-medium" />
              </p>
              {pager}
            </div>
          )
        }
      />
      <DeleteCompanyDialog company={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}
