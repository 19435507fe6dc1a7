import type { PermissionName } from '@sente/contract/permissions';
import { useSession } from './use-session.ts';

interface PermissionHolder {
  readonly roles?:
    | readonly { readonly permissions?: readonly { readonly name: string }[] | null }[]
    | null;
}

/** Over all roles of the user. */
export function can(user: PermissionHolder, permission: PermissionName): boolean {
  return (user.roles ?? []).some((role) =>
    (role.permissions ?? []).some(({ name }) => name === permission),
  );
}

/** For the screens only: the server checks every request itself. */
export function useCan(permission: PermissionName): boolean {
  const session = useSession();
  return session !== null && can(session.user, permission);
}
