import type { Account } from '@sente/contract/accounts';
import { describe, expect, it } from 'vitest';
import { pageOfAccounts, totalsOf, typesIn, type AccountListRequest } from './account-list.ts';

const account = (accountName: string, fields: Partial<Account> = {}): Account => ({
  id: `id-of-${accountName.toLowerCase()}`,
  accountName,
  accountNumber: '200000000000',
  accountType: 1,
  accountTypeName: 'Savings',
  isActive: true,
  balance: 0,
  held: 0,
  openDate: '2024-01-05T00:00:00.000Z',
  lastTransactionDate: null,
  companyId: 'one',
  companyName: 'Demo One',
  updatedAt: '2024-01-05T00:00:00.000Z',
  ...fields,
});

const some = [
  account('beta', { balance: 0.1, lastTransactionDate: '2026-02-01T00:00:00.000Z' }),
  account('Alpha', { balance: 0.2, isActive: false, accountTypeName: 'Checking' }),
  account('gamma', {
    accountNumber: '277777777777',
    accountTypeName: ' ',
    companyId: 'two',
    companyName: 'Kampala Traders',
    lastTransactionDate: '2026-01-01T00:00:00.000Z',
  }),
];

const ask = (request: Partial<AccountListRequest>, accounts = some) =>
  pageOfAccounts(accounts, {
    search: '',
    companyId: '',
    status: 'all',
    type: 'all',
    sort: 'name',
    direction: 'asc',
    page: 1,
    ...request,
  });
const names = (request: Partial<AccountListRequest>) =>
  ask(request).rows.map(({ accountName }) => accountName);

describe('a complete list', () => {
  it('is sorted without case, by amount, and by date with the missing ones first', () => {
    expect(names({})).toEqual(['Alpha', 'beta', 'gamma']);
    expect(names({ direction: 'desc' })).toEqual(['gamma', 'beta', 'Alpha']);
    expect(names({ sort: 'balance', direction: 'desc' })).toEqual(['Alpha', 'beta', 'gamma']);
    expect(names({ sort: 'lastTransaction' })).toEqual(['Alpha', 'gamma', 'beta']);
    expect(names({ sort: 'type' })).toEqual(['gamma', 'Alpha', 'beta']);
    expect(names({ sort: 'company', direction: 'desc' })[0]).toBe('gamma');
  });

  it('is searched in name, number and id without case', () => {
    expect(names({ search: ' ALPHA ' })).toEqual(['Alpha']);
    expect(names({ search: '2777' })).toEqual(['gamma']);
    expect(names({ search: 'ID-OF-B' })).toEqual(['beta']);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  it('is searched in the company name only where there is more than one company', () => {
    expect(names({ search: 'traders' })).toEqual(['gamma']);
    expect(names({ search: 'traders', companyId: null })).toEqual([]);
  });

  it('is filtered by status, company and the name of the type', () => {
    expect(names({ status: 'active' })).toEqual(['beta', 'gamma']);
    expect(names({ status: 'inactive' })).toEqual(['Alpha']);
    expect(names({ status: 'suspended' })).toEqual([]);
    expect(names({ companyId: 'two' })).toEqual(['gamma']);
    expect(names({ type: 'checking' })).toEqual(['Alpha']);
    expect(names({ type: 'Unknown' })).toEqual(['gamma']);
  });

  it('is summed up over what passes, cents included', () => {
    expect(ask({})).toMatchObject({
      totalCount: 3,
      activeCount: 2,
      inactiveCount: 1,
      companyCount: 2,
      totalBalance: 0.3,
    });
    expect(ask({ status: 'inactive' })).toMatchObject({ totalCount: 1, totalBalance: 0.2 });
    const { balance: _, ...bare } = account('bare');
    expect(totalsOf([bare as Account]).totalBalance).toBe(0);
  });

  it('is cut into pages of a hundred, the last one standing in for those past it', () => {
    const many = Array.from({ length: 205 }, (_, index) =>
      account(`a${String(index).padStart(3, '0')}`),
    );
    expect(ask({ page: 3 }, many)).toMatchObject({ page: 3, totalPages: 3, totalCount: 205 });
    expect(ask({ page: 3 }, many).rows).toHaveLength(5);
    expect(ask({ page: 9 }, many).page).toBe(3);
  });
});

it('the types present are named once and in order', () => {
  expect(typesIn([...some, account('other')])).toEqual(['Checking', 'Savings', 'Unknown']);
  expect(typesIn([])).toEqual([]);
});
