import type { Account } from '@sente/contract/accounts';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';

/** A company may have hundreds; more come when asked for. */
const accountsPerStep = 24;

interface AccountCardsProps {
  companyId: string;
  accounts: readonly Account[];
  /** How many steps of the list are shown, from 1. */
  steps: number;
  onSteps: (steps: number) => void;
}

export function AccountCards({ companyId, accounts, steps, onSteps }: AccountCardsProps) {
  const shown = accounts.slice(0, steps * accountsPerStep);
  const { list, willShowMore } = useFocusOnNew(shown.length);

  function showMore(): void {
    willShowMore();
    // From what is there and not from the address, which may hold a step far beyond the end.
    onSteps(Math.ceil(shown.length / accountsPerStep) + 1);
  }

  return (
    <>
      <ul ref={list} aria-label="Accounts" className={gridClass}>
        {shown.map((account) => (
          <AccountCard key={account.id} companyId={companyId} account={account} />
        ))}
      </ul>
      {shown.length < accounts.length ? (
        <div className="mt-6 flex flex-col items-center gap-2">
          <p className="tabular text-13 text-muted">
            Showing {shown.length} of {accounts.length} accounts
          </p>
          <Button onClick={showMore}>Show more</Button>
        </div>
      ) : null}
    </>
  );
}

const gridClass = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

/** After "Show more" the focus goes on to the first card that came: the button has moved away. */
function useFocusOnNew(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    const card = list.current?.children[firstNew.current];
    firstNew.current = null;
    card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  }, [count]);
  const willShowMore = (): void => {
    firstNew.current = count;
  };
  return { list, willShowMore };
}

export function AccountCardsSkeleton() {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Loading accounts</span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} data-skeleton-row="" className="rounded-lg border bg-surface p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-2 h-4 w-28" />
          <Skeleton className="mt-5 h-7 w-2/3" />
          <div className="mt-4 flex flex-col gap-3 border-t pt-4">
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4" />
          </div>
        </div>
      ))}
    </div>
  );
}
