import type { CompanyStatistics } from '@sente/contract/dashboards';
import { CircleCheck, Clock } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

type Information = CompanyStatistics['companyInformation'];

interface CompanyInformationProps {
  /** Left out: not there yet. */
  company: Information | undefined;
  className?: string | undefined;
}

export function CompanyInformation({ company, className }: CompanyInformationProps) {
  return (
    <Card title="Company Information" className={className}>
      {company ? (
        <DetailList columns={1} items={itemsOf(company)} />
      ) : (
        <SkeletonRows count={5} label="Loading company information" />
      )}
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
      { label: 'Phone', value: phone },
      { label: 'Email', value: email },
    ].filter(({ value }) => value),
  ];
}

/** Green if active, yellow otherwise. */
function StatusBadge({ status }: { status: string }) {
  const isActive = status.toLowerCase() === 'active';
  return (
    <Badge tone={isActive ? 'success' : 'warning'} icon={isActive ? <CircleCheck /> : <Clock />}>
      {status}
    </Badge>
  );
}
