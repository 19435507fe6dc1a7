import type { Account } from '@sente/contract/accounts';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../testing/records.ts';
import { pageOfAccounts, totalsOf } from './account-list.ts';
import { typesIn } from './account-type.tsx';

const account = (accountName: string, fields: Partial<Account> = {}) =>
  anAccount({ id: `id-of-${accountName.toLowerCase()}`, accountName, balance: 0, ...fields });

const some = [
  account('beta', { balance: 0.1, lastTransactionDate: '2026-02-01T00:00:00.000Z' }),
  account('Alpha', { balance: 0.2, isActive: false, accountTypeName: 'Checking' }),
  account('gamma', {
    accountNumber: '277777777777',
    accountTypeName: ' ',
    companyId: 'two',
    lastTransactionDate: '2026-01-01T00:00:00.000Z',
  }),
];

type Request = Parameters<typeof pageOfAccounts>[1];
const everything: Request = {
  search: '',
  status: 'all',
  type: 'all',
  sort: 'name',
  direction: 'asc',
  page: 1,
};
const ask = (request: Partial<Request>, accounts = some) =>
  pageOfAccounts(accounts, { ...everything, ...request });
const names = (request: Partial<Request>) =>
  ask(request).rows.map(({ accountName }) => accountName);

describe("a company's list", () => {
  it('is sorted case-insensitively, by amount, and by date with missing ones first', () => {
    expect(names({})).toEqual(['Alpha', 'beta', 'gamma']);
    expect(names({ direction: 'desc' })).toEqual(['gamma', 'beta', 'Alpha']);
    expect(names({ sort: 'balance', direction: 'desc' })).toEqual(['Alpha', 'beta', 'gamma']);
    expect(names({ sort: 'lastTransaction' })).toEqual(['Alpha', 'gamma', 'beta']);
    expect(names({ sort: 'type' })).toEqual(['gamma', 'Alpha', 'beta']);
  });

  it('is searched by name, number and id, case-insensitively', () => {
    expect(names({ search: ' ALPHA ' })).toEqual(['Alpha']);
    expect(names({ search: '2777' })).toEqual(['gamma']);
    expect(names({ search: 'ID-OF-B' })).toEqual(['beta']);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  it('is not searched in the company name, which would match every account', () => {
    expect(names({ search: some[0]?.companyName ?? '' })).toEqual([]);
  });

  it('is filtered by status and the name of the type', () => {
    expect(names({ status: 'active' })).toEqual(['beta', 'gamma']);
    expect(names({ status: 'inactive' })).toEqual(['Alpha']);
    const suspended = some.map((one) => ({ ...one, isSuspended: one.accountName !== 'beta' }));
    const shown = (status: Request['status']) =>
      ask({ status }, suspended).rows.map(({ accountName }) => accountName);
    expect(shown('active')).toEqual(['beta']);
    expect(shown('inactive')).toEqual([]);
    expect(shown('suspended')).toEqual(['Alpha', 'gamma']);
    expect(names({ type: 'checking' })).toEqual(['Alpha']);
    expect(names({ type: 'Unknown' })).toEqual(['gamma']);
  });

  it('has pages; the last one is shown for a page past the end', () => {
    const many = Array.from({ length: 55 }, (_, index) =>
      account(`a${String(index).padStart(3, '0')}`),
    );
    expect(ask({ page: 3 }, many)).toMatchObject({ page: 3, totalPages: 3, totalCount: 55 });
    expect(ask({ page: 3 }, many).rows).toHaveLength(5);
    expect(ask({ page: 9 }, many).page).toBe(3);
  });
});

it('totals include the cents', () => {
  expect(totalsOf(some)).toEqual({
    totalCount: 3,
    activeCount: 2,
    inactiveCount: 1,
    suspendedCount: 0,
    companyCount: 2,
    totalBalance: 0.3,
  });
  const frozen = some.map((one) => ({ ...one, isSuspended: true }));
  expect(totalsOf(frozen)).toMatchObject({ activeCount: 0, inactiveCount: 0, suspendedCount: 3 });
  const { balance: _, ...bare } = account('bare');
  expect(totalsOf([bare as Account]).totalBalance).toBe(0);
});

it('the existing types are listed once and in order', () => {
  expect(typesIn([...some, account('other')])).toEqual(['Checking', 'Savings', 'Unknown']);
  expect(typesIn([])).toEqual([]);
});
