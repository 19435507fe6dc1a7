import type { Account } from '@sente/contract/accounts';
import type { CompanyDetails } from '@sente/contract/companies';
import type { RoleDetails } from '@sente/contract/roles';
import type { User } from '@sente/contract/users';
import { ownCompanyId } from './people.ts';

/* Records as the server answers them. A test names the fields that it is about. */

const january = '2024-01-05T12:07:00.000Z';

export function aCompany(fields: Partial<CompanyDetails> = {}): CompanyDetails {
  const name = fields.name ?? 'Gulu Builders';
  return {
    id: '44444444-4444-4444-8444-444444444444',
    name,
    companyName: name,
    email: 'hello@gulu.test',
    phone: '+256 700 000001',
    address: 'Plot 1, Gulu',
    website: null,
    logoUrl: null,
    description: null,
    status: 'Active',
    createdAt: january,
    updatedAt: january,
    ...fields,
  };
}

export function anAccount(fields: Partial<Account> = {}): Account {
  return {
    id: '55555555-5555-4555-8555-555555555555',
    accountName: 'Hub Takings',
    accountNumber: '273936026841',
    accountType: 1,
    accountTypeName: 'Savings',
    isActive: true,
    balance: 1_250_000.5,
    held: 0,
    openDate: '2024-01-05T00:00:00.000Z',
    lastTransactionDate: null,
    companyId: ownCompanyId,
    companyName: 'Gulu Builders',
    updatedAt: '2024-02-05T00:00:00.000Z',
    ...fields,
  };
}

export function aRole(fields: Partial<RoleDetails> = {}): RoleDetails {
  const name = fields.name ?? 'Auditor';
  return {
    id: `id of ${name}`,
    name,
    description: `About ${name}`,
    permissions: [],
    isBuiltIn: false,
    isStaff: false,
    updatedAt: january,
    ...fields,
  };
}

export function aUser(fields: Partial<User> = {}): User {
  const { firstName = 'Grace', lastName = 'Apio' } = fields;
  return {
    id: '44444444-4444-4444-8444-444444444444',
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    username: firstName.toLowerCase(),
    email: `${firstName.toLowerCase()}@demo-one.test`,
    phoneNumber: null,
    avatar: null,
    companyId: ownCompanyId,
    companyName: 'Demo One',
    isActive: true,
    lastLoginDate: null,
    createdAt: january,
    createdDate: january,
    updatedAt: '2024-02-06T08:00:00.000Z',
    role: 'client_user',
    roles: [],
    ...fields,
  };
}

/** A list whose totals stand beside its rows. */
export function pageOf(items: readonly unknown[], totalCount = items.length): object {
  const totalPages = Math.max(1, Math.ceil(totalCount / 10));
  return { items, totalCount, totalPages, hasNextPage: false, hasPreviousPage: false };
}

/** Totals of a list that is answered in pages. */
export function pageMeta(totalCount: number, more: object = {}): object {
  const totalPages = Math.max(1, Math.ceil(totalCount / 10));
  return { page: 1, pageSize: 10, totalCount, totalPages, ...more };
}
