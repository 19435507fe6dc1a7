import type { Account } from '@sente/contract/accounts';
import type { Direction } from '@sente/contract/paging';
import { pageOf, type ListPage } from '../../api/query-options.ts';
import { sumUgx } from '../../lib/money.ts';
import { accountState, typeNameOf, type AccountState } from './account-type.tsx';

/* The server returns all accounts of a company, so they are searched, sorted and paged here. */

export const accountsPerPage = 25;

interface AccountFilters {
  readonly search: string;
  readonly status: 'all' | AccountState;
  /** The type's name, case-insensitive, or "all". */
  readonly type: string;
}

type SortKey = 'name' | 'type' | 'balance' | 'lastTransaction';

interface AccountListRequest extends AccountFilters {
  readonly sort: SortKey;
  readonly direction: Direction;
  readonly page: number;
}

export interface AccountTotals {
  readonly totalCount: number;
  readonly activeCount: number;
  readonly inactiveCount: number;
  readonly suspendedCount: number;
  readonly companyCount: number;
  readonly totalBalance: number;
}

export function pageOfAccounts(
  accounts: readonly Account[],
  request: AccountListRequest,
): ListPage<Account> {
  const matching = accounts.filter((account) => matches(account, request));
  const sorted = matching.toSorted(comparison(request.sort, request.direction));
  return pageOf(sorted, request.page, accountsPerPage);
}

export function totalsOf(accounts: readonly Account[]): AccountTotals {
  const states = accounts.map(accountState);
  const countOf = (state: AccountState) => states.filter((one) => one === state).length;
  return {
    totalCount: accounts.length,
    activeCount: countOf('active'),
    inactiveCount: countOf('inactive'),
    suspendedCount: countOf('suspended'),
    companyCount: new Set(accounts.map(({ companyId }) => companyId)).size,
    totalBalance: sumUgx(...accounts.map(({ balance }) => balance ?? 0)),
  };
}

/** Whether the account matches the search and the filters. */
export function matches(account: Account, { search, status, type }: AccountFilters): boolean {
  if (status !== 'all' && status !== accountState(account)) return false;
  if (type !== 'all' && typeNameOf(account).toLowerCase() !== type.toLowerCase()) return false;
  const wanted = search.trim().toLowerCase();
  return [account.accountName, account.accountNumber, account.id].some((text) =>
    (text ?? '').toLowerCase().includes(wanted),
  );
}

function comparison(sort: SortKey, direction: Direction) {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: Account, b: Account): number => {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)];
    if (left === right) return a.id < b.id ? -sign : sign;
    return left < right ? -sign : sign;
  };
}

function sortValue(account: Account, sort: SortKey): string | number {
  switch (sort) {
    case 'name':
      return (account.accountName ?? '').toLowerCase();
    case 'type':
      return (account.accountTypeName ?? '').toLowerCase();
    case 'balance':
      return account.balance ?? 0;
    case 'lastTransaction':
      return Date.parse(account.lastTransactionDate ?? '') || 0;
  }
}
