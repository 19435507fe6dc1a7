import type { Account } from '@sente/contract/accounts';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountFilter } from './account-filters.tsx';
import { matches, totalsOf } from './account-list.ts';

const statuses = ['all', 'active', 'inactive'] as const;
const types = ['all', 'checking', 'savings', 'investment', 'credit'] as const;
const listState = { filters: { status: statuses, type: types } } as const;

interface CompanyAccountsListProps {
  companyId: string;
  /** Undefined while they are on their way. */
  accounts: readonly Account[] | undefined;
  /** The way to open one, for those who may. */
  newAccount: ReactNode;
}

/** The company's accounts as cards, searched and filtered here: the list always comes whole. */
export function CompanyAccountsList({ companyId, accounts, newAccount }: CompanyAccountsListProps) {
  const state = useUrlState(listState);
  const { search, page } = state;
  const { status, type } = state.filters;
  const found = useMemo(() => {
    const request = { search, status, type, companyId: null };
    return accounts?.filter((account) => matches(account, request));
  }, [accounts, search, status, type]);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchInput
          className="w-full sm:w-80"
          label="Search accounts..."
          value={search}
          onChange={state.setSearch}
        />
        <div className="flex gap-2 max-sm:w-full">
          <AccountFilter
            label="Status"
            allLabel="All Status"
            values={statuses}
            value={status}
            onChange={(next) => state.setFilter('status', next)}
          />
          <AccountFilter
            label="Account Type"
            allLabel="All Types"
            values={types}
            value={type}
            onChange={(next) => state.setFilter('type', next)}
          />
        </div>
        <Totals found={found} />
      </div>
      {found === undefined ? <AccountCardsSkeleton /> : null}
      {found?.length === 0 ? (
        <div className="rounded-lg border bg-surface">
          {state.isFiltered ? (
            <NoneMatch title="No accounts found" onClear={state.clearFilters} />
          ) : (
            <EmptyState
              title="No accounts found"
              hint="Get started by creating your first account."
              action={newAccount}
            />
          )}
        </div>
      ) : null}
      {found && found.length > 0 ? (
        <AccountCards companyId={companyId} accounts={found} steps={page} onSteps={state.setPage} />
      ) : null}
    </>
  );
}

/** Of what the search and the filters let through. */
function Totals({ found }: { found: readonly Account[] | undefined }) {
  const totals = found && totalsOf(found);
  return (
    <p role="status" className="text-13 text-muted sm:ml-auto">
      {totals && totals.totalCount > 0 ? (
        <>
          <span className="tabular">{totals.totalCount.toLocaleString('en-US')}</span>{' '}
          {totals.totalCount === 1 ? 'account' : 'accounts'} ·{' '}
          <Money amount={totals.totalBalance} className="font-medium text-ink" /> in all
        </>
      ) : null}
    </p>
  );
}

/** A company may have hundreds; more come when asked for. */
const accountsPerStep = 24;

interface AccountCardsProps {
  companyId: string;
  accounts: readonly Account[];
  /** How many steps of the list are shown, from 1. */
  steps: number;
  onSteps: (steps: number) => void;
}

function AccountCards({ companyId, accounts, steps, onSteps }: AccountCardsProps) {
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

function AccountCardsSkeleton() {
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
