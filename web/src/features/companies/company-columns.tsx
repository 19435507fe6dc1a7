import type { CompanyListItem } from '@sente/contract/companies';
import { phoneText } from '@sente/contract/phone';
import { ExternalLink, Eye, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { IconButton, IconLink } from '../../ui/icon-button.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';

export const companyColumns: readonly Column<CompanyListItem>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    isTwoLine: true,
    className: 'min-w-48! xl:min-w-52!',
    cell: (company) => <Name company={company} />,
  },
  {
    key: 'email',
    header: 'Email',
    sortable: true,
    phone: 'line',
    className: 'text-13',
    cell: (company) => (
      <EmailText email={company.email} className="sm:max-w-37.5 min-[100rem]:max-w-64" />
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    sortable: true,
    phone: 'line',
    className: 'tabular whitespace-nowrap',
    cell: (company) => phoneText(company.phone),
  },
  {
    key: 'website',
    header: 'Website',
    spare: 2,
    sortable: true,
    // A card has no room to say that there is none.
    hideOnPhone: true,
    className: 'whitespace-nowrap',
    cell: (company) => <Website address={company.website} />,
  },
  {
    key: 'balance',
    header: 'Balance',
    sortable: true,
    align: 'right',
    phone: 'aside',
    className: 'whitespace-nowrap',
    cell: (company) => <Money amount={company.balance} />,
  },
  {
    key: 'createdAt',
    header: 'Created Date',
    spare: 1,
    sortable: true,
    phone: 'named',
    cell: (company) => <DateText value={company.createdAt} />,
  },
];

interface CompanyActionsProps {
  company: CompanyListItem;
  /** Undefined: the reader may not change companies. */
  onDelete: (() => void) | undefined;
}

export function CompanyActions({ company, onDelete }: CompanyActionsProps) {
  const { id, name } = company;
  return (
    <>
      <IconLink
        size="sm"
        label={`View ${name}`}
        caption="View"
        icon={<Eye />}
        to={paths.company(id)}
      />
      {onDelete ? (
        <IconLink
          size="sm"
          label={`Edit ${name}`}
          caption="Edit"
          icon={<Pencil />}
          to={paths.companyEdit(id)}
        />
      ) : null}
      <IconLink
        size="sm"
        label={`API Credentials of ${name}`}
        caption="Keys"
        icon={<KeyRound />}
        to={paths.companyCredentials(id)}
      />
      {onDelete ? (
        <IconButton
          size="sm"
          tone="danger"
          label={`Delete ${name}`}
          caption="Delete"
          icon={<Trash2 />}
          onClick={onDelete}
        />
      ) : null}
    </>
  );
}

function Name({ company }: { company: CompanyListItem }) {
  return (
    <span className="flex items-center gap-3">
      <LogoImage src={company.logo ?? company.logoUrl} />
      <span className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="line-clamp-2 min-w-0 wrap-anywhere" title={company.name}>
            {company.name}
          </span>
          {company.suspension ? <Badge tone="danger">Suspended</Badge> : null}
          {company.status === 'Pending' && !company.suspension && !company.isHeadOffice ? (
            <Badge tone="warning">Pending</Badge>
          ) : null}
        </span>
        {/* Whether anybody uses it is worth more than a column that a narrow window leaves out. */}
        <span className="block text-13 font-normal text-muted sm:whitespace-nowrap">
          {company.lastActiveOn ? (
            <>
              Last active <DateText value={company.lastActiveOn} />
            </>
          ) : (
            'No activity yet'
          )}
        </span>
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
