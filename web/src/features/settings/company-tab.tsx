import type { CompanyDetails } from '@sente/contract/companies';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late, lateChosen } from '../../ui/late.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';
import { OutLink, WebAddress } from '../companies/company-details.tsx';
import { companyQueries } from '../companies/company-queries.ts';

const LiabilityProofs = late(() => import('../accounting/liability-proofs-panel.tsx'));
const FactorRuleCard = late(() => import('../factors/factor-rule-card.tsx'));

const failed = 'Failed to fetch company details';

const LogoPanel = late(() => import('../companies/company-logo-panel.tsx'), {
  waiting: <div className="h-16" />,
});
const ProfileDialog = lateChosen(() => import('../companies/company-profile-dialog.tsx'), {
  waiting: null,
});

/** Name, email and description are the provider's; the company changes the rest itself. */
export default function CompanyTab({ companyId }: { companyId: string | null }) {
  if (companyId) return <OfCompany companyId={companyId} />;
  return <ErrorPanel title={failed} message="No company ID provided" />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const canViewAccounts = useCan('canViewAccounts');
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
      <div className="grid items-start gap-4 xl:grid-cols-3">
        {data ? (
          <div className="min-w-0 xl:col-span-2">
            <Company company={data} />
          </div>
        ) : null}
        <FactorRuleCard companyId={companyId} />
      </div>
      {canViewAccounts ? <LiabilityProofs companyId={companyId} /> : null}
    </div>
  );
}

function Company({ company }: { company: CompanyDetails }) {
  const { name, email, phone, address, website, description } = company;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card
      title="Company"
      actions={
        <Button icon={<Pencil />} onClick={() => setIsEditing(true)}>
          Edit Company
        </Button>
      }
    >
      <div className="mb-6 flex flex-wrap items-center gap-4 border-b pb-6">
        <LogoImage src={company.logo ?? company.logoUrl} size="lg" />
        <p className="min-w-0 flex-1 text-base font-medium wrap-anywhere">{name}</p>
        <LogoPanel company={company} />
      </div>
      <ProfileDialog open={isEditing} company={company} onClose={() => setIsEditing(false)} />
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
