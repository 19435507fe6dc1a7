import { describe, expect, it } from 'vitest';
import { can } from './permissions.ts';
import { isAdministrator, roleOf, roleText } from './role.ts';

describe('role', () => {
  it('is the first of the list, or the single field', () => {
    expect(roleOf({ roles: [{ name: 'Admin' }, { name: 'client_user' }], role: 'x' })).toBe(
      'Admin',
    );
    expect(roleOf({ roles: [], role: 'manager' })).toBe('manager');
    expect(roleOf({ role: 'manager' })).toBe('manager');
    expect(roleOf({})).toBe('');
  });

  it.each([
    ['Admin', true],
    ['SuperAdmin', true],
    ['admin', true],
    ['super_admin', true],
    ['SUPERADMIN', true],
    ['Super_Admin', true],
    ['client_admin', false],
    ['administrator', false],
    ['', false],
  ])('%s is an administrator: %s', (role, expected) => {
    expect(isAdministrator({ role })).toBe(expected);
  });

  it('is staff by the flag, whatever the role is called', () => {
    expect(isAdministrator({ isStaff: true, role: 'Support' })).toBe(true);
    expect(isAdministrator({ isStaff: false, role: 'Admin' })).toBe(false);
  });

  it('only the first role counts', () => {
    expect(isAdministrator({ roles: [{ name: 'client_user' }, { name: 'Admin' }] })).toBe(false);
  });

  it('is shown with spaces', () => {
    expect(roleText({ role: 'client_super_user' })).toBe('client super user');
  });
});

describe('permissions', () => {
  it('permissions are the union over all roles', () => {
    const user = {
      roles: [
        { permissions: [{ name: 'canViewAccounts' }] },
        { permissions: [{ name: 'canViewUsers' }] },
        {},
      ],
    };
    expect(can(user, 'canViewAccounts')).toBe(true);
    expect(can(user, 'canViewUsers')).toBe(true);
    expect(can(user, 'canManageUsers')).toBe(false);
    expect(can({}, 'canViewUsers')).toBe(false);
  });

  it('a session of an older version hides nothing from administrators', () => {
    expect(can({ role: 'Admin' }, 'staffMoney')).toBe(true);
    expect(can({ role: 'Admin', isStaff: true }, 'staffMoney')).toBe(false);
    expect(can({ role: 'client_admin' }, 'staffMoney')).toBe(false);
  });
});
