import { mayChangePerson, mayGiveRole } from '@sente/contract/power';
import type { RoleDetails } from '@sente/contract/roles';
import type { User } from '@sente/contract/users';
import { useOwnPower } from '../../session/own-power.ts';
import { useSession } from '../../session/use-session.ts';

/** Whom the signed-in user may change. For the screens only: the server decides. */
export function useMayChangeUser(): (user: User) => boolean {
  const own = useOwnPower();
  const ownId = useSession()?.user.id;
  return (user) => {
    if (!own || !(own.has('staffUsers') || own.has('canManageUsers'))) return false;
    return user.id === ownId || mayChangePerson(own, personOf(user));
  };
}

/** Whether the signed-in user may give the role to this user, or take it away. */
export function useMayGiveRole(user: User): (role: GivenRole) => boolean {
  const own = useOwnPower();
  const mayChange = useMayChangeUser()(user);
  const isSelf = useSession()?.user.id === user.id;
  return ({ isStaff, permissions }) => {
    if (!own || !mayChange || isSelf || (isStaff && !user.canBeStaff)) return false;
    return mayGiveRole(own, { isStaff, permissions: permissions.map(({ name }) => name) });
  };
}

type GivenRole = Pick<RoleDetails, 'isStaff' | 'permissions'>;

function personOf({ isStaff, roles }: User) {
  const permissions = roles.flatMap((role) => role.permissions.map(({ name }) => name));
  return { isStaff, permissions };
}
