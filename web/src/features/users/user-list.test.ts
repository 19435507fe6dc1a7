import type { User } from '@sente/contract/users';
import { expect, it } from 'vitest';
import { pageOfUsers, usersPageSize, type UserListRequest } from './user-list.ts';

const user = (firstName: string, lastName: string, fields: Partial<User> = {}): User => ({
  id: firstName,
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
  username: `${firstName}-login`,
  email: `${firstName}@example.test`,
  phoneNumber: null,
  avatar: null,
  companyId: null,
  companyName: null,
  isActive: true,
  lastLoginDate: null,
  createdAt: '2024-01-05T00:00:00.000Z',
  createdDate: '2024-01-05T00:00:00.000Z',
  updatedAt: '2024-01-05T00:00:00.000Z',
  role: 'user',
  roles: [],
  ...fields,
});

const some = [
  user('Aisha', 'Nalubega', { companyId: 'one', companyName: 'Demo One' }),
  user('Peter', 'Kato', { companyId: 'two', companyName: 'Gulu Hub', username: 'pk' }),
  user('Sarah', 'Namutebi', { email: 'HIPPO@example.test' }),
];
const ask = (request: Partial<UserListRequest>, users = some) =>
  pageOfUsers(users, { search: '', companyId: '', page: 1, ...request });
const names = (request: Partial<UserListRequest>) => ask(request).rows.map(({ id }) => id);

it('is searched in names, email, username and company name, whatever the case', () => {
  expect(names({ search: 'AISHA' })).toEqual(['Aisha']);
  expect(names({ search: ' kato ' })).toEqual(['Peter']);
  expect(names({ search: 'sarah nam' })).toEqual(['Sarah']);
  expect(names({ search: 'hippo' })).toEqual(['Sarah']);
  expect(names({ search: 'PK' })).toEqual(['Peter']);
  expect(names({ search: 'gulu' })).toEqual(['Peter']);
  expect(names({ search: 'nobody' })).toEqual([]);
});

it('is narrowed to a company', () => {
  expect(names({ companyId: 'two' })).toEqual(['Peter']);
  expect(names({ companyId: 'two', search: 'aisha' })).toEqual([]);
});

it('is cut into pages, the last one standing in for those past it', () => {
  const many = Array.from({ length: usersPageSize + 3 }, (_, index) => user(`u${index}`, 'x'));
  expect(ask({}, many)).toMatchObject({ page: 1, totalPages: 2, totalCount: usersPageSize + 3 });
  expect(ask({ page: 9 }, many)).toMatchObject({ page: 2 });
  expect(ask({ page: 2 }, many).rows).toHaveLength(3);
});
