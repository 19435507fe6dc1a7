import type { Account } from '@sente/contract/accounts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
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
