import type { Account } from '@sente/contract/accounts';
import { RotateCw } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRefreshBalance } from './account-queries.ts';
import { HeldAndAvailable } from './held-money.tsx';
import { WaitingDeposit } from './waiting-deposit.tsx';

interface BalanceCardProps {
  account: Account;
  /** Time of the balance, in milliseconds. */
  asOfMs: number;
}

export function BalanceCard({ account, asOfMs }: BalanceCardProps) {
  const refresh = useRefreshBalance(account);
  return (
    <Card title="Current Balance">
      <BalanceFigures account={account} asOfMs={asOfMs} />
      <WaitingDeposit account={account} />
      <ChangeButton
        change={refresh}
        input={undefined}
        failed="Failed to refresh balance"
        size="sm"
        className="mt-4"
        icon={<RotateCw />}
        busyLabel="Refreshing..."
        data-print="hide"
      >
        Refresh Balance
      </ChangeButton>
    </Card>
  );
}

/** The balance, its available part, and whether money can move at all. */
export function BalanceFigures({ account, asOfMs }: BalanceCardProps) {
  return (
    <>
      <div aria-live="polite">
        <p className="text-2xl font-semibold tracking-tight">
          <Money amount={account.balance} />
        </p>
        <p className="mt-1 text-13 text-muted">
          As of <DateText value={asOfMs} format="dateTime" />
        </p>
      </div>
      <HeldAndAvailable balance={account.balance} held={account.held} />
      {account.isActive ? null : (
        <p className="mt-3 text-13 text-muted">
          This account is inactive: no money can move on it until it is activated.
        </p>
      )}
    </>
  );
}

export function BalanceSkeleton({ className }: { className?: string }) {
  return (
    <Card title="Current Balance" className={className}>
      <Skeleton className="my-1 h-6 w-44" />
      <Skeleton className="mt-2.5 mb-0.5 h-4 w-56" />
    </Card>
  );
}
