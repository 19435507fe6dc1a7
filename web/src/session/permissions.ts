import { isStaffPermission, type PermissionName } from '@sente/contract/permissions';
import { powerOf, type Power } from '@sente/contract/power';
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
  if (isOfOlderVersion(user) && isStaffPermission(permission)) return true;
  return permissionsOf(user).includes(permission);
}

/** Administrators could do everything then; the server refuses what they cannot do any more. */
function isOfOlderVersion(user: PermissionHolder): boolean {
  return user.isStaff === undefined && isAdministrator(user);
}

function permissionsOf({ roles }: PermissionHolder): string[] {
  return (roles ?? []).flatMap(({ permissions }) => (permissions ?? []).map(({ name }) => name));
}

/** What the signed-in user may do, to compare people and roles with; null without a session. */
export function useOwnPower(): Power | null {
  const user = useSession()?.user;
  if (!user) return null;
  return powerOf({ isStaff: isAdministrator(user), permissions: permissionsOf(user) });
}

/** For the screens only: the server checks every request itself. */
export function useCan(permission: PermissionName): boolean {
  const session = useSession();
  return session !== null && can(session.user, permission);
}
