import type { User } from '@sente/contract/users';
import { roleWordOf } from './company-role.ts';

export const companyUsersPerPage = 10;

export const userStatuses = ['all', 'active', 'pending', 'suspended', 'inactive'] as const;
export const userRoles = ['all', 'admin', 'manager', 'user'] as const;
export const listState = { filters: { status: userStatuses, role: userRoles } } as const;
type UserStatus = (typeof userStatuses)[number];
type UserRole = (typeof userRoles)[number];

/** What the list is asked for; all of it stands in the address. "all" is not sent. */
export interface CompanyUserListRequest {
  readonly search: string;
  readonly status: UserStatus;
  readonly role: UserRole;
  readonly page: number;
}

/** One page and the totals over all pages. */
export interface CompanyUserPage {
  readonly rows: readonly User[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
}

export const nobody: CompanyUserPage = { rows: [], page: 1, totalPages: 1, totalCount: 0 };

/** Users are active or inactive; the other two can be asked for, and nobody is. */
export function isStatusOfNobody(status: UserStatus): boolean {
  return status === 'pending' || status === 'suspended';
}

/** For a server that does not know the filter, and answers people of all roles. */
export function withRole(users: readonly User[], role: UserRole): readonly User[] {
  if (role === 'all') return users;
  return users.filter((user) => roleWordOf(user).toLowerCase() === role);
}

/** Of the page at hand, not of all people. */
export function countsOf(rows: readonly User[]) {
  return {
    total: rows.length,
    active: rows.filter(({ isActive }) => isActive).length,
    pending: 0,
    admins: withRole(rows, 'admin').length,
  };
}
