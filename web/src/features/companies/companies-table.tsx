import type { CompanyListItem } from '@sente/contract/companies';
import { ExternalLink, Eye, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import type { Sort } from '../../lib/url-state.ts';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';

const columns: readonly Column<CompanyListItem>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: (company) => <Name company={company} /> },
  {
    key: 'email',
    header: 'Email',
    sortable: true,
    phone: 'line',
    className: 'min-w-52 wrap-anywhere',
    cell: (company) => company.email,
  },
  {
    key: 'phone',
    header: 'Phone',
    sortable: true,
    phone: 'line',
    className: 'tabular whitespace-nowrap',
    cell: (company) => company.phone,
  },
  {
    key: 'website',
    header: 'Website',
    sortable: true,
    phone: 'named',
    className: 'whitespace-nowrap',
    cell: (company) => <Website address={company.website} />,
  },
  {
    key: 'createdAt',
    header: 'Created Date',
    sortable: true,
    phone: 'named',
    cell: (company) => <DateText value={company.createdAt} />,
  },
];

interface CompaniesTableProps {
  companies: readonly CompanyListItem[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  loading: boolean;
  /** Only administrators may open a company's credentials. */
  showCredentials: boolean;
  onDelete: (company: CompanyListItem) => void;
  onRowIntent: (company: CompanyListItem) => void;
  empty: ReactNode;
  footer: ReactNode;
}

export function CompaniesTable({
  companies,
  showCredentials,
  onDelete,
  ...table
}: CompaniesTableProps) {
  return (
    <DataTable
      {...table}
      caption="Companies"
      columns={columns}
      rows={companies}
      rowKey={(company) => company.id}
      rowHref={(company) => paths.company(company.id)}
      skeletonRows={10}
      rowActions={(company) => (
        <>
          <IconLink
            size="sm"
            label={`View ${company.name}`}
            icon={<Eye />}
            to={paths.company(company.id)}
          />
          <IconLink
            size="sm"
            label={`Edit ${company.name}`}
            icon={<Pencil />}
            to={paths.companyEdit(company.id)}
          />
          {showCredentials ? (
            <IconLink
              size="sm"
              label={`API Credentials of ${company.name}`}
              icon={<KeyRound />}
              to={paths.companyCredentials(company.id)}
            />
          ) : null}
          <IconButton
            size="sm"
            tone="danger"
            label={`Delete ${company.name}`}
            icon={<Trash2 />}
            onClick={() => onDelete(company)}
          />
        </>
      )}
    />
  );
}

function Name({ company }: { company: CompanyListItem }) {
  return (
    <span className="flex items-center gap-3">
      <LogoImage src={company.logoUrl} />
      <span className="line-clamp-2 wrap-anywhere" title={company.name}>
        {company.name}
      </span>
    </span>
  );
}

function Website({ address }: { address: string | null }) {
  if (!address) return '-';
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 rounded-sm text-accent-text hover:underline"
    >
      Visit Site
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
