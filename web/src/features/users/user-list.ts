import type { User } from '@sente/contract/users';

export const usersPageSize = 100;

/** What the list is asked for; all of it stands in the address. */
export interface UserListRequest {
  readonly search: string;
  /** Empty: all companies. */
  readonly companyId: string;
  readonly page: number;
}

/** One page and the totals over all pages. */
export interface UserPage {
  readonly rows: readonly User[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
}

/**
 * Finds the page in a complete list, for a server that answers all users at once. Our own server
 * does the same in the database.
 */
export function pageOfUsers(users: readonly User[], request: UserListRequest): UserPage {
  const matching = users.filter((user) => matches(user, request));
  const totalPages = Math.max(1, Math.ceil(matching.length / usersPageSize));
  const page = Math.min(request.page, totalPages);
  return {
    rows: matching.slice((page - 1) * usersPageSize, page * usersPageSize),
    page,
    totalPages,
    totalCount: matching.length,
  };
}

function matches(user: User, { search, companyId }: UserListRequest): boolean {
  if (companyId !== '' && user.companyId !== companyId) return false;
  const wanted = search.trim().toLowerCase();
  const texts = [
    `${user.firstName} ${user.lastName}`,
    user.email,
    user.username,
    user.companyName ?? '',
  ];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
