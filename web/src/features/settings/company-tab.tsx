import type { CompanyDetails } from '@sente/contract/companies';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';
import { OutLink, WebAddress } from '../companies/company-details.tsx';
import { companyQueries } from '../companies/company-queries.ts';

const FactorRuleCard = late(() => import('../users/factor-rule-card.tsx'));

const failed = 'Failed to fetch company details';

/** The provider maintains the company's record; who signs in how is the company's own decision. */
export default function CompanyTab({ companyId }: { companyId: string | null }) {
  if (companyId) return <OfCompany companyId={companyId} />;
  return <ErrorPanel title={failed} message="No company ID provided" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(companyQueries.details(companyId)));
  return (
    <div className="flex flex-col gap-4">
      {isLoading ? (
        <DetailSkeleton
          title="Company"
          labels={['Website', 'Phone', 'Email', 'Address', 'Created', 'Last Updated']}
          label="Loading company"
        />
      ) : null}
      {failure ? <ErrorPanel title={failed} failure={failure} /> : null}
      {data ? <Company company={data} /> : null}
      <FactorRuleCard companyId={companyId} />
    </div>
  );
}

function Company({ company }: { company: CompanyDetails }) {
  const { name, email, phone, address, website, description } = company;
  return (
    <Card title="Company">
      <div className="mb-6 flex items-center gap-4 border-b pb-6">
        <LogoImage src={company.logoUrl} size="lg" />
        <p className="min-w-0 text-base font-medium wrap-anywhere">{name}</p>
      </div>
      <dl className="mb-5">
        <dt className="text-13 text-muted">Description</dt>
        <dd className="mt-0.5 max-w-prose wrap-anywhere whitespace-pre-line">
          {description || <span className="text-muted">No description</span>}
        </dd>
      </dl>
      <DetailList
        items={[
          { label: 'Website', value: <WebAddress address={website} /> },
          {
            label: 'Phone',
            value: phone ? <span className="tabular">{phoneText(phone)}</span> : '-',
          },
          {
            label: 'Email',
            value: email ? <OutLink to={`mailto:${email}`}>{email}</OutLink> : '-',
          },
          { label: 'Address', value: address || '-' },
          {
            label: 'Created',
            value: <DateText value={company.createdAt} format="long" empty="N/A" />,
          },
          {
            label: 'Last Updated',
            value: <DateText value={company.updatedAt} format="long" empty="N/A" />,
          },
        ]}
      />
    </Card>
  );
}
