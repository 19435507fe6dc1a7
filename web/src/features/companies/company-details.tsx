import type { CompanyDetails as Company } from '@sente/contract/companies';
import { phoneText } from '@sente/contract/phone';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';

export function CompanyDetails({ company }: { company: Company }) {
  return (
    <>
      <Card title="Company Information">
        <DetailList
          columns={1}
          items={[
            { label: 'Company Name', value: company.name },
            {
              label: 'Email Address',
              value: <OutLink to={`mailto:${company.email}`}>{company.email}</OutLink>,
            },
            {
              label: 'Phone Number',
              value: <span className="tabular">{phoneText(company.phone)}</span>,
            },
            { label: 'Address', value: company.address },
            { label: 'Website', value: <WebAddress address={company.website} /> },
            // The address is a note, which the uploaded picture replaces.
            company.logo
              ? { label: 'Logo', value: <LogoImage src={company.logo} alt="Uploaded" size="lg" /> }
              : { label: 'Logo URL', value: <WebAddress address={company.logoUrl} /> },
            { label: 'Created', value: <DateText value={company.createdAt} format="dateTime" /> },
            {
              label: 'Last Updated',
              value: <DateText value={company.updatedAt} format="dateTime" />,
            },
            {
              label: 'Company ID',
              value: <Copyable value={company.id} label="Company ID" />,
            },
          ]}
        />
      </Card>
      <Card title="Description">
        <p className="max-w-prose break-words whitespace-pre-line">
          {company.description ?? <span className="text-muted">No description</span>}
        </p>
      </Card>
    </>
  );
}

/** A link only for an http URL: the input may be anything. */
export function WebAddress({ address }: { address: string | null }) {
  if (!address) return '-';
  if (!/^https?:\/\//i.test(address)) return address;
  return <OutLink to={address}>{address}</OutLink>;
}

export function OutLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      {...(to.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
      className="rounded-sm break-all text-accent-text hover:underline"
    >
      {children}
    </a>
  );
}
