import { companyRoleNames, type CompanyRoleName, type User } from '@sente/contract/users';
import { roleOf } from '../../session/role.ts';

type RoleHolder = Partial<Pick<User, 'role' | 'roles'>>;

/** What the client portal calls the role of that name; the server's own begin with `client_`. */
function companyRoleNamed(name: string): CompanyRoleName | undefined {
  const short = name.toLowerCase().replace(/^client_/, '');
  return companyRoleNames.find((word) => word.toLowerCase() === short);
}

/** Undefined: a role that only the provider hands out, or none at all. */
export function companyRoleOf(user: RoleHolder): CompanyRoleName | undefined {
  if (hasNoRole(user)) return undefined;
  return companyRoleNamed(roleOf(user));
}

/** Somebody without any role is shown as a user, and may do less than one. */
export function hasNoRole({ role, roles }: RoleHolder): boolean {
  return (roles ?? []).length === 0 && (role ?? 'user').toLowerCase() === 'user';
}

/** The word on the badge. */
export function roleWordOf(user: RoleHolder): string {
  const name = roleOf(user) || 'user';
  return companyRoleNamed(name) ?? name.replaceAll('_', ' ');
}
