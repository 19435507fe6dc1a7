import type { Account } from '@sente/contract/accounts';
import { useMemo, type ReactNode } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { AccountFilter } from '../accounts/account-filters.tsx';
import { matches, totalsOf } from '../accounts/account-list.ts';
import { AccountCards, AccountCardsSkeleton } from './account-cards.tsx';

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
