import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { companyQueries } from '../companies/company-queries.ts';
import { ClientTypeBadge } from './account-type-mark.tsx';

export function AccountInformation({ account }: { account: Account }) {
  return (
    <Card title="Account Information">
      <DetailList
        columns={3}
        items={[
          { label: 'Account Type', value: <ClientTypeBadge account={account} /> },
          {
            label: 'Date Opened',
            value: <DateText value={account.openDate} format="long" empty="N/A" />,
          },
          {
            label: 'Last Transaction',
            value: <DateText value={account.lastTransactionDate} format="long" empty="N/A" />,
          },
        ]}
      />
    </Card>
  );
}

export function CompanyInformation({ account }: { account: Account }) {
  const { companyId, companyName } = account;
  const current = useQuery({ ...companyQueries.details(companyId), enabled: !companyName });
  return (
    <Card title="Company Information">
      <DetailList
        items={[
          { label: 'Company Name', value: companyName || current.data?.name || 'N/A' },
          {
            label: 'Company ID',
            value: <Copyable value={companyId} label="Company ID" />,
          },
        ]}
      />
    </Card>
  );
}
