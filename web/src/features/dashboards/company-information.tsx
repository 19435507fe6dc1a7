import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { phoneText } from '@sente/contract/phone';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { DetailSkeleton } from '../../ui/skeleton.tsx';

const title = 'Company Information';

type Information = CompanyStatistics['companyInformation'];

interface CompanyInformationProps {
  /** Undefined while loading. */
  company: Information | undefined;
  className?: string | undefined;
}

export function CompanyInformation({ company, className }: CompanyInformationProps) {
  if (!company) {
    return (
      <DetailSkeleton
        title={title}
        columns={1}
        // Whether it has an address, phone and email is unknown while loading.
        labels={['Company Name', 'Status', 'Company ID']}
        label="Loading company information"
        className={className}
      />
    );
  }
  return (
    <Card title={title} className={className}>
      <DetailList columns={1} items={itemsOf(company)} />
    </Card>
  );
}

function itemsOf(company: Information) {
  const { companyName, companyId, status, address, phone, email } = company;
  return [
    {
      label: 'Company Name',
      value: <span className="font-medium wrap-anywhere">{companyName}</span>,
    },
    { label: 'Status', value: <StatusBadge status={status} /> },
    {
      label: 'Company ID',
      value: <Copyable value={companyId} label="Company ID" />,
    },
    ...[
      { label: 'Address', value: address },
      { label: 'Phone', value: phone && phoneText(phone) },
      { label: 'Email', value: email },
    ].filter(({ value }) => value),
  ];
}

/** Green if active, yellow otherwise. */
function StatusBadge({ status }: { status: string }) {
  const isActive = status.toLowerCase() === 'active';
  return <Badge tone={isActive ? 'success' : 'warning'}>{status}</Badge>;
}
