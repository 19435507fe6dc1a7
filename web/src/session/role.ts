import { isAdministratorRole } from '@sente/contract/permissions';

interface RoleHolder {
  readonly role?: string | null;
  readonly roles?: readonly { readonly name: string }[] | null;
}

/** The first of the roles decides; without any, the single role field. */
export function roleOf(user: RoleHolder): string {
  return user.roles?.[0]?.name ?? user.role ?? '';
}

export function isAdministrator(user: RoleHolder): boolean {
  return isAdministratorRole(roleOf(user));
}

/** `client_admin` is shown as "client admin". */
export function roleText(user: RoleHolder): string {
  return roleOf(user).replaceAll('_', ' ');
}
