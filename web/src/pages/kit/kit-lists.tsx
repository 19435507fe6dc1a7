import { Download, Eye, KeyRound, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { downloadCsv } from '../../lib/download-csv.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { notify } from '../../ui/toast.tsx';
import { Section, wait } from './kit-parts.tsx';

export interface Company {
  id: string;
  name: string;
  email: string;
  phone: string;
  balance: number;
  status: 'Active' | 'Inactive' | 'Pending';
  createdAt: string;
  logoUrl: string | null;
}

export const companies: Company[] = [
  [
    'Nile Basin Traders Ltd',
    'accounts@nilebasin.example',
    '+256 772 410 220',
    48_250_000,
    'Active',
  ],
  [
    'Kampala Fresh Produce',
    'office@kampalafresh.example',
    '+256 701 330 118',
    1_204_500.5,
    'Active',
  ],
  ['Rwenzori Coffee Growers', 'finance@rwenzori.example', '+256 752 900 451', 0, 'Pending'],
  [
    'Lake Victoria Fisheries and Cold Storage Cooperative Society',
    'pay@lvfc.example',
    '+256 782 115 009',
    912_000_000,
    'Active',
  ],
  ['Gulu Builders', 'info@gulubuilders.example', '+256 776 204 777', 75_000, 'Inactive'],
].map(([name, email, phone, balance, status], index) => ({
  id: `c-${index + 1}`,
  name: String(name),
  email: String(email),
  phone: String(phone),
  balance: Number(balance),
  status: status as Company['status'],
  createdAt: `2024-0${index + 1}-05T09:07:00Z`,
  logoUrl: null,
}));

const statusTones = { Active: 'success', Inactive: 'neutral', Pending: 'warning' } as const;

export const columns: Column<Company>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    cell: (company) => (
      <span className="flex items-center gap-3">
        <LogoImage src={company.logoUrl} />
        {company.name}
      </span>
    ),
  },
  { key: 'email', header: 'Email', sortable: true, cell: (company) => company.email },
  {
    key: 'phone',
    header: 'Phone',
    cell: (company) => <span className="tabular whitespace-nowrap">{company.phone}</span>,
    hideOnPhone: true,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (company) => <Badge tone={statusTones[company.status]}>{company.status}</Badge>,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    sortable: true,
    cell: (company) => <Money amount={company.balance} />,
  },
  {
    key: 'createdAt',
    header: 'Created Date',
    sortable: true,
    cell: (company) => <DateText value={company.createdAt} />,
  },
];

const listSpec = {
  filters: { status: ['all', 'Active', 'Inactive', 'Pending'] },
  sort: {
    keys: ['name', 'email', 'balance', 'createdAt'],
    fallback: { key: 'name', direction: 'asc' },
  },
} as const;

export function Companies() {
  const list = useUrlState(listSpec);
  const [deleting, setDeleting] = useState<Company>();
  const shown = companies
    .filter((company) => company.name.toLowerCase().includes(list.search.toLowerCase()))
    .filter((company) => list.filters.status === 'all' || company.status === list.filters.status)
    .toSorted((one, other) => {
      const order = String(one[list.sort.key]).localeCompare(String(other[list.sort.key]), 'en', {
        numeric: true,
      });
      return list.sort.direction === 'asc' ? order : -order;
    });

  return (
    <Section title="List: search, filter, sort and page in the address">
      <div id="companies" className="flex flex-wrap gap-2">
        <SearchInput
          label="Search companies..."
          value={list.search}
          onChange={list.setSearch}
          className="w-full sm:w-72"
        />
        <Select
          aria-label="Status"
          value={list.filters.status}
          onChange={(event) =>
            list.setFilter('status', event.target.value as typeof list.filters.status)
          }
          options={[
            { value: 'all', label: 'All Status' },
            { value: 'Active', label: 'Active' },
            { value: 'Inactive', label: 'Inactive' },
            { value: 'Pending', label: 'Pending' },
          ]}
        />
        {list.isFiltered ? (
          <Button variant="ghost" onClick={list.clearFilters}>
            Clear Filters
          </Button>
        ) : null}
        <Button
          icon={<Download />}
          className="sm:ml-auto"
          onClick={() =>
            downloadCsv(
              'companies.csv',
              ['Name', 'Email', 'Balance'],
              shown.map((company) => [company.name, company.email, company.balance]),
            )
          }
        >
          Export
        </Button>
      </div>
      <DataTable
        caption="Companies"
        columns={columns}
        rows={shown}
        rowKey={(company) => company.id}
        rowHref={(company) => `/kit.html?company=${company.id}`}
        sort={list.sort}
        onSort={list.setSort}
        rowActions={(company) => (
          <>
            <IconLink to="#companies" label={`Edit ${company.name}`} icon={<Pencil />} size="sm" />
            <Menu
              trigger={
                <IconButton
                  label={`More for ${company.name}`}
                  icon={<MoreHorizontal />}
                  size="sm"
                />
              }
              items={[
                { label: 'API Credentials', icon: <KeyRound />, to: '#companies' },
                { label: 'View', icon: <Eye />, onSelect: () => notify.blank('View') },
                'separator',
                {
                  label: 'Delete',
                  icon: <Trash2 />,
                  tone: 'danger',
                  onSelect: () => setDeleting(company),
                },
              ]}
            />
          </>
        )}
        empty={<EmptyState title="No companies found matching your search." />}
        footer={
          <Pager
            page={list.page}
            pageCount={12}
            from={1}
            to={5}
            total={118}
            onPage={list.setPage}
          />
        }
      />
      <DeleteCompany company={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  );
}

interface DeleteCompanyProps {
  company: Company | undefined;
  onClose: () => void;
}

export function DeleteCompany({ company, onClose }: DeleteCompanyProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return (
    <ConfirmDialog
      open={company !== undefined}
      onClose={() => {
        setError(undefined);
        onClose();
      }}
      title={`Delete ${company?.name ?? ''}?`}
      description="Its profile and credentials are removed. This action cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      error={error}
      onConfirm={async () => {
        setError(undefined);
        setBusy(true);
        await wait(1200);
        setBusy(false);
        setError('The company still has accounts with a balance.');
      }}
    />
  );
}
