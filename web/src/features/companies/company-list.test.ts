import type { CompanyListItem } from '@sente/contract/companies';
import { describe, expect, it } from 'vitest';
import { pageOfCompanies, type CompanyListRequest } from './company-list.ts';

const company = (name: string, fields: Partial<CompanyListItem> = {}): CompanyListItem => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@example.test`,
  phone: '+256 700 000000',
  address: '',
  website: null,
  logoUrl: null,
  description: null,
  createdAt: '2024-01-05T00:00:00.000Z',
  updatedAt: '2024-01-05T00:00:00.000Z',
  balance: 0,
  ...fields,
});

const some = [
  company('beta', { phone: '0772 1', balance: 0.1, createdAt: '2023-01-01T00:00:00.000Z' }),
  company('Alpha', { email: 'HIPPO@example.test', balance: 0.2 }),
  company('gamma', { website: 'https://g.example', createdAt: 'not-a-date' }),
];

const ask = (request: Partial<CompanyListRequest>, companies = some) =>
  pageOfCompanies(companies, { search: '', sort: 'name', direction: 'asc', page: 1, ...request });
const names = (request: Partial<CompanyListRequest>) => ask(request).rows.map(({ name }) => name);

describe('a complete list', () => {
  it('is sorted without case, by text or by date', () => {
    expect(names({})).toEqual(['Alpha', 'beta', 'gamma']);
    expect(names({ direction: 'desc' })).toEqual(['gamma', 'beta', 'Alpha']);
    expect(names({ sort: 'createdAt' })).toEqual(['gamma', 'beta', 'Alpha']);
    expect(names({ sort: 'website', direction: 'desc' })[0]).toBe('gamma');
  });

  it('is searched in name and email without case, in phone as typed', () => {
    expect(names({ search: 'ALPHA' })).toEqual(['Alpha']);
    expect(names({ search: 'hippo' })).toEqual(['Alpha']);
    expect(names({ search: '0772' })).toEqual(['beta']);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  it('sums what passes the search, cents included', () => {
    expect(ask({}).totalBalance).toBe(0.3);
    expect(ask({ search: 'alpha' }).totalBalance).toBe(0.2);
  });

  it('is cut into pages of ten, the last one standing in for those past it', () => {
    const many = Array.from({ length: 23 }, (_, index) =>
      company(`c${String(index).padStart(2, '0')}`),
    );
    expect(ask({ page: 3 }, many)).toMatchObject({ page: 3, totalPages: 3, totalCount: 23 });
    expect(ask({ page: 3 }, many).rows.map(({ name }) => name)).toEqual(['c20', 'c21', 'c22']);
    expect(ask({ page: 9 }, many).page).toBe(3);
  });

  it('may lack balances, as another provider has none', () => {
    const { balance: _, ...bare } = company('bare');
    expect(ask({}, [bare as CompanyListItem]).totalBalance).toBe(0);
  });
});
