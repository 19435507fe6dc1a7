import type { PermissionName } from '@sente/contract/permissions';
import { isAdministrator } from './role.ts';
import { useSession } from './use-session.ts';

interface PermissionHolder {
  readonly isStaff?: boolean;
  readonly role?: string | null;
  readonly roles?:
    | readonly {
        readonly name?: string;
        readonly permissions?: readonly { readonly name: string }[] | null;
      }[]
    | null;
}

/** Over all roles of the user. */
export function can(user: PermissionHolder, permission: PermissionName): boolean {
  // By the prefix: the list of names would be part of every page.
  if (isOfOlderVersion(user) && permission.startsWith('staff')) return true;
  return permissionsOf(user).includes(permission);
}

/** Administrators could do everything then; the server refuses what they cannot do any more. */
function isOfOlderVersion(user: PermissionHolder): boolean {
  return user.isStaff === undefined && isAdministrator(user);
}

export function permissionsOf({ roles }: PermissionHolder): string[] {
  return (roles ?? []).flatMap(({ permissions }) => (permissions ?? []).map(({ name }) => name));
}

/** For the screens only: the server checks every request itself. */
export function useCan(permission: PermissionName): boolean {
  const session = useSession();
  return session !== null && can(session.user, permission);
}
