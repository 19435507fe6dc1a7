import type { CompanyListItem, CompanySortKey } from '@sente/contract/companies';
import { defaultPageSize, type Direction } from '@sente/contract/paging';

/** What the list is asked for; all of it stands in the address. */
export interface CompanyListRequest {
  readonly search: string;
  readonly sort: CompanySortKey;
  readonly direction: Direction;
  readonly page: number;
}

/** One page and the totals over all pages. */
export interface CompanyPage {
  readonly rows: readonly CompanyListItem[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
  readonly totalBalance: number;
}

/**
 * Finds the page in a complete list, for a server that answers all companies at once. Our own
 * server does the same in the database.
 */
export function pageOfCompanies(
  companies: readonly CompanyListItem[],
  request: CompanyListRequest,
): CompanyPage {
  const matching = companies.filter((company) => matches(company, request.search.trim()));
  const sorted = matching.toSorted(comparison(request.sort, request.direction));
  const totalPages = Math.max(1, Math.ceil(sorted.length / defaultPageSize));
  const page = Math.min(request.page, totalPages);
  return {
    rows: sorted.slice((page - 1) * defaultPageSize, page * defaultPageSize),
    page,
    totalPages,
    totalCount: sorted.length,
    totalBalance: sumOfBalances(matching),
  };
}

/** Name and email whatever the case, phone as typed. */
function matches(company: CompanyListItem, search: string): boolean {
  const folded = search.toLowerCase();
  return (
    company.name.toLowerCase().includes(folded) ||
    company.email.toLowerCase().includes(folded) ||
    company.phone.includes(search)
  );
}

function comparison(sort: CompanySortKey, direction: Direction) {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: CompanyListItem, b: CompanyListItem): number => {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)];
    if (left === right) return 0;
    return left < right ? -sign : sign;
  };
}

function sortValue(company: CompanyListItem, sort: CompanySortKey): string | number {
  if (sort === 'createdAt') return Date.parse(company.createdAt) || 0;
  return (company[sort] ?? '').toLowerCase();
}

/** In hundredths, so that cents add up. A list without balances sums to nothing. */
function sumOfBalances(companies: readonly CompanyListItem[]): number {
  const hundredths = companies.reduce(
    (sum, { balance }) => sum + Math.round((balance ?? 0) * 100),
    0,
  );
  return hundredths / 100;
}
