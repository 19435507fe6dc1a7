import type { Account, AccountSortKey } from '@sente/contract/accounts';
import type { Direction } from '@sente/contract/paging';
import { typeNameOf } from './account-type.ts';

/** As many as the server gives at a time. */
export const accountsPerPage = 100;

export const accountStatuses = ['all', 'active', 'inactive', 'suspended'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What a list is asked for; all of it stands in the address. */
export interface AccountListRequest {
  readonly search: string;
  /** Null: the list is one company's already. Empty: of all companies. */
  readonly companyId: string | null;
  readonly status: AccountStatus;
  /** The type's name whatever the case, or "all". */
  readonly type: string;
  readonly sort: AccountSortKey | 'lastTransaction';
  readonly direction: Direction;
  readonly page: number;
}

export interface AccountTotals {
  readonly totalCount: number;
  readonly activeCount: number;
  readonly inactiveCount: number;
  readonly companyCount: number;
  readonly totalBalance: number;
}

/** One page and the totals over all pages. */
export interface AccountPage extends AccountTotals {
  readonly rows: readonly Account[];
  readonly page: number;
  readonly totalPages: number;
}

/**
 * Finds the page in a complete list: that of one company, which always comes whole, and that of
 * all accounts from a server that does not page.
 */
export function pageOfAccounts(
  accounts: readonly Account[],
  request: AccountListRequest,
): AccountPage {
  const matching = accounts.filter((account) => matches(account, request));
  const sorted = matching.toSorted(comparison(request.sort, request.direction));
  const totalPages = Math.max(1, Math.ceil(sorted.length / accountsPerPage));
  const page = Math.min(request.page, totalPages);
  const from = (page - 1) * accountsPerPage;
  return {
    rows: sorted.slice(from, from + accountsPerPage),
    page,
    totalPages,
    ...totalsOf(matching),
  };
}

export function totalsOf(accounts: readonly Account[]): AccountTotals {
  const activeCount = accounts.filter(({ isActive }) => isActive).length;
  return {
    totalCount: accounts.length,
    activeCount,
    inactiveCount: accounts.length - activeCount,
    companyCount: new Set(accounts.map(({ companyId }) => companyId)).size,
    totalBalance: sumOfBalances(accounts),
  };
}

/** The names of the types that occur, in alphabetical order. */
export function typesIn(accounts: readonly Account[]): readonly string[] {
  return [...new Set(accounts.map(typeNameOf))].toSorted();
}

/** Whether the account passes the search and the filters. */
export function matches(
  account: Account,
  request: Pick<AccountListRequest, 'search' | 'companyId' | 'status' | 'type'>,
): boolean {
  const { status, companyId, type } = request;
  if (status !== 'all' && status !== (account.isActive ? 'active' : 'inactive')) return false;
  if (companyId && account.companyId !== companyId) return false;
  if (type !== 'all' && typeNameOf(account).toLowerCase() !== type.toLowerCase()) return false;
  const search = request.search.trim().toLowerCase();
  // In the list of one company its name would match every account.
  const company = companyId === null ? null : account.companyName;
  return [account.accountName, account.accountNumber, account.id, company].some((text) =>
    (text ?? '').toLowerCase().includes(search),
  );
}

function comparison(sort: AccountListRequest['sort'], direction: Direction) {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: Account, b: Account): number => {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)];
    if (left === right) return a.id < b.id ? -sign : sign;
    return left < right ? -sign : sign;
  };
}

function sortValue(account: Account, sort: AccountListRequest['sort']): string | number {
  switch (sort) {
    case 'name':
      return (account.accountName ?? '').toLowerCase();
    case 'company':
      return (account.companyName ?? '').toLowerCase();
    case 'type':
      return (account.accountTypeName ?? '').toLowerCase();
    case 'balance':
      return account.balance ?? 0;
    case 'openDate':
      return timeOf(account.openDate);
    case 'lastTransaction':
      return timeOf(account.lastTransactionDate);
  }
}

function timeOf(date: string | null): number {
  return Date.parse(date ?? '') || 0;
}

/** In hundredths, so that cents add up. */
function sumOfBalances(accounts: readonly Account[]): number {
  const hundredths = accounts.reduce(
    (sum, { balance }) => sum + Math.round((balance ?? 0) * 100),
    0,
  );
  return hundredths / 100;
}
