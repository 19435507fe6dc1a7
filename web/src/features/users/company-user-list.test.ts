import type { User } from '@sente/contract/users';
import { expect, it } from 'vitest';
import { companyRoleOf, roleWordOf } from './company-role.ts';
import { countsOf, isStatusOfNobody, withRole } from './company-user-list.ts';

const named = (...names: string[]): Pick<User, 'role' | 'roles'> => ({
  role: 'user',
  roles: names.map((name) => ({ id: name, name, description: null, permissions: [] })),
});

it.each([
  ['the first of the roles', named('client_admin', 'Auditor'), 'Admin'],
  ['a role as the portal calls it', named('manager'), 'Manager'],
  ['the single role without a list', { role: 'client_manager', roles: [] }, 'Manager'],
  ['User without any role', { role: 'user', roles: [] }, 'User'],
  ['User when the answer has neither', {}, 'User'],
  ['the own name of any other role', named('shift_lead'), 'shift lead'],
])('shows %s', (_what, user, word) => {
  expect(roleWordOf(user)).toBe(word);
});

it('knows the role that the form can choose, and none for a role of another kind', () => {
  expect(companyRoleOf(named('client_user'))).toBe('User');
  expect(companyRoleOf({ role: 'Admin', roles: [] })).toBe('Admin');
  expect(companyRoleOf(named('Auditor', 'client_user'))).toBeUndefined();
  expect(companyRoleOf({ role: 'user', roles: [] })).toBeUndefined();
});

it('narrows and counts the people of the page', () => {
  const rows = [
    { ...named('client_admin'), isActive: true },
    { ...named('client_admin'), isActive: false },
    { ...named('client_user'), isActive: true },
    { ...named(), isActive: true },
    { ...named('Auditor'), isActive: false },
  ] as User[];
  expect(countsOf(rows)).toEqual({ total: 5, active: 3, pending: 0, admins: 2 });
  expect(withRole(rows, 'all')).toHaveLength(5);
  expect(withRole(rows, 'user')).toEqual([rows[2], rows[3]]);
  expect(withRole(rows, 'manager')).toEqual([]);
});

it('has nobody pending or suspended', () => {
  expect(isStatusOfNobody('pending') && isStatusOfNobody('suspended')).toBe(true);
  expect(isStatusOfNobody('all') || isStatusOfNobody('inactive')).toBe(false);
});
