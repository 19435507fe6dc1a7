import { companyRoleNames, type CompanyRoleName, type User } from '@sente/contract/users';
import { roleOf } from '../../session/role.ts';
import type { SelectOption } from '../../ui/select.tsx';

/**
 * The specification of the API lists `phone` and `createdDate` as other names of two fields, and a user
 * who is known by the id or the email alone.
 */
export function completeUser(user: User & { readonly phone?: string | null }): User {
  const known = {
    ...user,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phoneNumber: user.phoneNumber ?? user.phone ?? null,
    createdAt: user.createdAt ?? user.createdDate,
    roles: user.roles ?? [],
  };
  return { ...known, name: user.name ?? nameOf(known) };
}

/** Without a first and last name: the full name or the email. */
export function nameOf(user: Pick<User, 'firstName' | 'lastName'> & Partial<User>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.name || (user.email ?? '');
}

type RoleHolder = Partial<Pick<User, 'role' | 'roles'>>;

/** The client portal's name of a role; the server's names begin with `client_`. */
function companyRoleNamed(name: string): CompanyRoleName | undefined {
  const short = name.toLowerCase().replace(/^client_/, '');
  return companyRoleNames.find((known) => known.toLowerCase() === short);
}

/** Undefined for a role that only the provider assigns, and for no role. */
export function companyRoleOf(user: RoleHolder): CompanyRoleName | undefined {
  if (hasNoRole(user)) return undefined;
  return companyRoleNamed(roleOf(user));
}

/** A user without any role is shown as a user, but has fewer permissions. */
function hasNoRole({ role, roles }: RoleHolder): boolean {
  return (roles ?? []).length === 0 && (role ?? 'user').toLowerCase() === 'user';
}

export function roleLabelOf(user: RoleHolder): string {
  const name = roleOf(user) || 'user';
  return companyRoleNamed(name) ?? name.replaceAll('_', ' ');
}

/** User first, the most common role; before it the current role, if it is another one. */
export function roleOptionsFor(user: User | undefined, mayMakeAdmin: boolean): SelectOption[] {
  const options = companyRoleNames
    .filter((name) => mayMakeAdmin || name !== 'Admin' || (user && companyRoleOf(user) === name))
    .toReversed()
    .map((name) => ({ value: name, label: name }));
  if (!user || companyRoleOf(user)) return options;
  const label = hasNoRole(user) ? 'No role yet' : roleLabelOf(user);
  return [{ value: '', label }, ...options];
}
