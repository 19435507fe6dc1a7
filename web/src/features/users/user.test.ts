import type { User } from '@sente/contract/users';
import { expect, it } from 'vitest';
import { companyRoleOf, roleLabelOf } from './user.ts';

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
])('shows %s', (_what, user, label) => {
  expect(roleLabelOf(user)).toBe(label);
});

it('finds the role that the form can choose, and none for other roles', () => {
  expect(companyRoleOf(named('client_user'))).toBe('User');
  expect(companyRoleOf({ role: 'Admin', roles: [] })).toBe('Admin');
  expect(companyRoleOf(named('Auditor', 'client_user'))).toBeUndefined();
  expect(companyRoleOf({ role: 'user', roles: [] })).toBeUndefined();
});
