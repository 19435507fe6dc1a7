import type { Account } from '@sente/contract/accounts';
import { RotateCw } from 'lucide-react';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { useRefreshBalance } from './account-queries.ts';
import { HeldAndAvailable } from './held-money.tsx';

interface BalanceCardProps {
  account: Account;
  /** When the balance was read, in milliseconds. */
  asOfMs: number;
}

export function BalanceCard({ account, asOfMs }: BalanceCardProps) {
  const { mutateAsync, isPending } = useRefreshBalance(account);

  async function refresh(): Promise<void> {
    try {
      await mutateAsync();
    } catch (error) {
      notify.error(errorText(error, 'Failed to refresh balance'));
    }
  }

  return (
    <Card
      title="Current Balance"
      actions={
        <Button
          size="sm"
          icon={<RotateCw />}
          busy={isPending}
          busyLabel="Refreshing..."
          onClick={refresh}
          data-print="hide"
        >
          Refresh Balance
        </Button>
      }
    >
      <BalanceFigures account={account} asOfMs={asOfMs} />
    </Card>
  );
}

/** The balance, the part of it that can be spent, and whether money can move at all. */
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
