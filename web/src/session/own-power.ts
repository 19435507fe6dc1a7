import { powerOf, type Power } from '@sente/contract/power';
import { permissionsOf } from './permissions.ts';
import { isAdministrator } from './role.ts';
import { useSession } from './use-session.ts';

/** What the signed-in user may do, to compare people and roles with; null without a session. */
export function useOwnPower(): Power | null {
  const user = useSession()?.user;
  if (!user) return null;
  return powerOf({ isStaff: isAdministrator(user), permissions: permissionsOf(user) });
}
