import type { Account } from '@sente/contract/accounts';
import { CalendarPlus, ReceiptText } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { AccountStatusBadge, AccountTypeBadge } from './account-badges.tsx';

export function AccountOverview({ account }: { account: Account }) {
  return (
    <Card title="Account Overview">
      <DetailList
        items={[
          { label: 'Account Name', value: account.accountName },
          {
            label: 'Account Number',
            value: <Copyable value={account.accountNumber} label="Account number" />,
          },
          { label: 'Account Type', value: <AccountTypeBadge account={account} /> },
          { label: 'Status', value: <AccountStatusBadge isActive={account.isActive} /> },
          { label: 'Company', value: <CompanyLink account={account} /> },
          { label: 'Opened', value: <DateText value={account.openDate} format="long" /> },
        ]}
      />
    </Card>
  );
}

function CompanyLink({ account }: { account: Account }) {
  if (!account.companyName) return 'N/A';
  return (
    <Link
      to={paths.company(account.companyId)}
      className="rounded-sm text-accent-text wrap-anywhere hover:underline"
    >
      {account.companyName}
    </Link>
  );
}

export function AccountTimeline({ account }: { account: Account }) {
  return (
    <Card title="Timeline">
      <Timeline
        steps={[
          { icon: <CalendarPlus />, title: 'Account Opened', at: account.openDate, empty: 'N/A' },
          {
            icon: <ReceiptText />,
            title: 'Last Transaction',
            at: account.lastTransactionDate,
            empty: 'N/A',
          },
        ]}
      />
    </Card>
  );
}
