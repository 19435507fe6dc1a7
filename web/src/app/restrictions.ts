import type { PermissionName, StaffPermissionName } from '@sente/contract/permissions';
import { paths } from '../lib/paths.ts';
import type { Restriction } from './guards.ts';

/** A page that others of the same portal can see. */
export function restricted(text: string, ...anyOf: PermissionName[]): Restriction {
  return { anyOf, heading: 'Access Restricted', text };
}

/** A page that changes something. */
export function denied(text: string, ...anyOf: PermissionName[]): Restriction {
  return { anyOf, heading: 'Access Denied', text };
}

function view(what: string): Restriction {
  return restricted(`You do not have permission to view ${what}`, 'staffRead');
}

function change(what: string, permission: StaffPermissionName): Restriction {
  return denied(`You do not have permission to ${what}.`, permission);
}

/** The pages of the back-office by the address of their route; the others need staffRead. */
const ofStaff = new Map<string, Restriction | null>([
  // Only the own profile, password and notifications.
  [paths.settings(), null],
  [paths.admin(), view('the dashboard')],
  [paths.companies(), view('companies')],
  [paths.companyCreate(), change('create companies', 'staffCompanies')],
  [paths.company(':id'), view('companies')],
  [paths.companyEdit(':id'), change('edit companies', 'staffCompanies')],
  [paths.companyCredentials(':companyId'), view('API credentials')],
  [paths.users(), view('users.')],
  [paths.userCreate(), change('create users', 'staffUsers')],
  [paths.user(':id'), view('users.')],
  [paths.userEdit(':id'), change('edit users', 'staffUsers')],
  [paths.roles(), view('roles')],
  [paths.roleCreate(), change('create roles', 'staffUsers')],
  [paths.role(':id'), view('roles')],
  [paths.roleEdit(':id'), change('edit roles', 'staffUsers')],
  [paths.audit(), view('the audit log')],
  [paths.companyLimits(':companyId'), view('limits')],
  [paths.accounts(), view('accounts.')],
  [paths.companyAccounts(':companyId'), view('accounts.')],
  [paths.companyAccountCreate(':companyId'), change('create accounts', 'staffCompanies')],
  [paths.companyAccount(':companyId', ':accountId'), view('accounts.')],
  [paths.companyAccountEdit(':companyId', ':accountId'), change('edit accounts', 'staffCompanies')],
]);

export function restrictionOfStaff(address: string): Pick<Partial<RestrictedRoute>, 'restriction'> {
  const restriction = ofStaff.has(address) ? ofStaff.get(address) : view('this page');
  return restriction ? { restriction } : {};
}

interface RestrictedRoute {
  readonly restriction: Restriction;
}
