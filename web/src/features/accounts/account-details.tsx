import type { Account } from '@sente/contract/accounts';
import { CalendarPlus, ReceiptText } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { DetailSkeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { AccountStatusBadge, AccountTypeBadge } from './account-type.tsx';
import { BalanceSkeleton } from './balance-card.tsx';

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
          { label: 'Status', value: <AccountStatusBadge account={account} /> },
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
    // A long date wraps in a narrow window.
    <Card title="Timeline" className="[&_time]:whitespace-normal">
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

/** Side by side, the balance in the middle; on a phone it comes first, and the others after the movements. */
export const accountCardsClass =
  'gap-4 max-md:contents max-md:[&>:not(:first-child)]:order-1 max-md:[&>:not(:first-child)]:mt-4 md:grid md:grid-cols-2 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1fr)] md:*:first:order-1 md:*:last:order-2';

/** The cards of an account's page while it loads. */
export function AccountSkeleton() {
  return (
    <div className={accountCardsClass}>
      <BalanceSkeleton />
      <DetailSkeleton
        title="Account Overview"
        labels={['Account Name', 'Account Number', 'Account Type', 'Status', 'Company', 'Opened']}
      />
      <Card title="Timeline">
        <SkeletonRows count={2} label="Loading account" />
      </Card>
    </div>
  );
}
