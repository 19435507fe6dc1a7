import type { Account } from '@sente/contract/accounts';
import { CalendarPlus, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { AccountStatusBadge, AccountTypeBadge } from './account-badges.tsx';

export function AccountOverview({ account }: { account: Account }) {
  return (
    <Card title="Account Overview">
      <DetailList
        items={[
          { label: 'Account Name', value: account.accountName },
          {
            label: 'Account Number',
            value: (
              <span className="inline-flex items-center gap-1.5">
                <span className="tabular break-all">{account.accountNumber}</span>
                <CopyButton value={account.accountNumber} label="Account number" />
              </span>
            ),
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
      <ol className="flex flex-col">
        <Step
          icon={<CalendarPlus />}
          title="Account Opened"
          at={account.openDate}
          className="pb-6 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-px before:bg-line"
        />
        <Step icon={<ReceiptText />} title="Last Transaction" at={account.lastTransactionDate} />
      </ol>
    </Card>
  );
}

interface StepProps {
  icon: ReactNode;
  title: string;
  at: string | null;
  className?: string;
}

function Step({ icon, title, at, className }: StepProps) {
  return (
    <li className={`relative flex gap-3 ${className ?? ''}`}>
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border bg-surface-sunken text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="flex flex-wrap gap-x-3 text-13 text-muted">
          <DateText value={at} format="dateTime" empty="N/A" />
          {at ? <RelativeTime value={at} /> : null}
        </p>
      </div>
    </li>
  );
}
