import { isAdministratorRole } from '@sente/contract/administrator-roles';

interface RoleHolder {
  /** Missing in sessions that an older version stored. */
  readonly isStaff?: boolean;
  readonly role?: string | null;
  readonly roles?: readonly { readonly name?: string }[] | null;
}

/** The first of the roles decides; without any, the single role field. */
export function roleOf(user: RoleHolder): string {
  return user.roles?.[0]?.name ?? user.role ?? '';
}

/** Works in the back-office, whatever the role is called. */
export function isAdministrator(user: RoleHolder): boolean {
  return user.isStaff ?? isAdministratorRole(roleOf(user));
}

/** `client_admin` is shown as "client admin". */
export function roleText(user: RoleHolder): string {
  return roleOf(user).replaceAll('_', ' ');
}

/** In words, for the back-office, where a company's and a staff role may share a short name. */
export function roleWords(name: string): string {
  return name.includes('_')
    ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
    : name;
}
