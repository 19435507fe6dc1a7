import { mayGiveRole } from '@sente/contract/power';
import type { RoleDetails } from '@sente/contract/roles';
import { useOwnPower } from '../../session/own-power.ts';

/** Which roles the signed-in user may change. For the screens only: the server decides. */
export function useMayChangeRole(): (role: RoleDetails) => boolean {
  const own = useOwnPower();
  return ({ isStaff, permissions }) => {
    if (!own?.has('staffUsers')) return false;
    return mayGiveRole(own, { isStaff, permissions: permissions.map(({ name }) => name) });
  };
}

export function holdersText({ holders }: RoleDetails): string {
  if (holders === 0) return 'Nobody';
  return holders === 1 ? '1 person' : `${holders} people`;
}

/** Why a role cannot be deleted, if so; the server decides. */
export function whyNotDeletable(role: RoleDetails): string | null {
  if (role.isBuiltIn) return 'A built-in role stays';
  return role.holders > 0 ? `Held by ${holdersText(role)}` : null;
}
