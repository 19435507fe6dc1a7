import { describe, expect, it } from 'vitest';
import {
  companyPermissionNames,
  staffPermissionNames,
  type PermissionName,
} from './permissions.ts';
import { fitsRole, mayChangePerson, mayGiveRole, powerOf, type Power } from './power.ts';

const powerOfStaff = (...permissions: PermissionName[]) => powerOf({ isStaff: true, permissions });
const powerInCompany = (...permissions: PermissionName[]) =>
  powerOf({ isStaff: false, permissions });

describe('the power of a person', () => {
  it('is what takes effect: staff permissions for staff, those of a company for others', () => {
    const permissions = ['staffRead', 'canViewUsers', 'canPrintStatements'];
    expect([...powerOf({ isStaff: true, permissions })]).toEqual(['staffRead']);
    expect([...powerOf({ isStaff: false, permissions })]).toEqual(['canViewUsers']);
  });

  it('includes every company permission for staff who manage users', () => {
    expect([...powerOfStaff('staffUsers')].toSorted()).toEqual(
      ['staffUsers', ...companyPermissionNames].toSorted(),
    );
    expect([...powerInCompany('staffUsers')]).toEqual([]);
  });
});

describe('who may change whom', () => {
  const superAdmin = powerOfStaff(...staffPermissionNames);
  const admin = powerOfStaff('staffRead', 'staffUsers', 'staffMoney');
  const owner = powerInCompany(...companyPermissionNames);
  const manager = powerInCompany('canViewUsers', 'canManageUsers');
  const staff = (...permissions: string[]) => ({ isStaff: true, permissions });
  const member = (...permissions: string[]) => ({ isStaff: false, permissions });

  it.each<[string, Power, { isStaff: boolean; permissions: string[] }, boolean]>([
    ['an equal', admin, staff('staffRead', 'staffUsers', 'staffMoney'), true],
    ['somebody with less', admin, staff('staffRead'), true],
    ['anybody of a company', admin, member(...companyPermissionNames), true],
    ['somebody with another staff permission', admin, staff('staffRead', 'staffGrants'), false],
    ['everybody', superAdmin, staff(...staffPermissionNames), true],
    ['a colleague with less', manager, member('canViewUsers'), true],
    ['a colleague without anything', manager, member(), true],
    ['an unknown permission', manager, member('canPrintStatements'), true],
    ['a colleague with more', manager, member('canManageUsers', 'canManageCompany'), false],
    ['staff without any permission', owner, staff(), false],
    ['a staff permission without effect', owner, member('staffRead'), false],
    ['a staff permission without effect', admin, member('staffGrants'), false],
    ['company permissions', powerOfStaff('staffRead'), member('canViewUsers'), false],
  ])('%s', (_who, own, person, expected) => {
    expect(mayChangePerson(own, person)).toBe(expected);
  });

  it.each<[string, Power, { isStaff: boolean; permissions: string[] }, boolean]>([
    ['a staff role within the own power', superAdmin, staff('staffMoney'), true],
    ['a staff role without staffGrants', admin, staff('staffRead'), false],
    ['an empty staff role without staffGrants', admin, staff(), false],
    ['a staff role with more', powerOfStaff('staffGrants'), staff('staffRead'), false],
    ['any company role', admin, member('canManageCompany'), true],
    ['a company role with a staff permission', admin, member('staffSettings'), false],
    ['a company role with less', manager, member('canViewUsers'), true],
    ['a company role with more', manager, member('canViewAccounts'), false],
  ])('gives or changes %s: %#', (_what, own, role, expected) => {
    expect(mayGiveRole(own, role)).toBe(expected);
  });
});

it('a permission fits roles of its kind; an unknown one those of companies', () => {
  expect(fitsRole('staffRead', { isStaff: true })).toBe(true);
  expect(fitsRole('staffRead', { isStaff: false })).toBe(false);
  expect(fitsRole('canViewUsers', { isStaff: true })).toBe(false);
  expect(fitsRole('canPrintStatements', { isStaff: false })).toBe(true);
});
