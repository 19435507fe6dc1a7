import type { User } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit, changesOf } from '../security/audit.ts';
import {
  addRole,
  dropRole,
  endSessions,
  holdRole,
  setStaff,
  type HeldRole,
  type UserToChange,
} from './user-changes.queries.ts';
import { aboutUser, lockUserOrRefuse } from './user-changes.service.ts';
import {
  refuseLosingLastSuperAdmin,
  refuseOwnRoles,
  refuseStaffInCompany,
  refuseSuperAdminToOthers,
} from './user-rules.ts';
import { readUserOrRefuse } from './users.service.ts';

interface UserRole {
  readonly userId: string;
  readonly roleId: string;
}

export interface UserRolesService {
  assign(actor: Actor, input: UserRole): Promise<User>;
  remove(actor: Actor, input: UserRole): Promise<User>;
}

/** Staff power is a flag on the user that follows the staff roles held. */
export function createUserRolesService(database: Database): UserRolesService {
  return {
    assign: (actor, ids) =>
      change(database, actor, ids, 'users.assignRole', async (db, user, role) => {
        if (role.is_staff && !user.is_ours) refuseStaffInCompany(role);
        const isChanged = await addRole(db, ids.userId, ids.roleId);
        return { isChanged, isStaff: user.is_staff || role.is_staff };
      }),

    remove: (actor, ids) =>
      change(database, actor, ids, 'users.removeRole', async (db, user, role) => {
        const left = user.roles.filter(({ id }) => id !== ids.roleId);
        await refuseLosingLastSuperAdmin(db, user, { ...user, roles: left });
        const isChanged = await dropRole(db, ids.userId, ids.roleId);
        const isLastStaffRole = role.is_staff && !left.some((other) => other.is_staff);
        return { isChanged, isStaff: user.is_staff && !isLastStaffRole };
      }),
  };
}

function change(
  database: Database,
  actor: Actor,
  { userId, roleId }: UserRole,
  action: string,
  apply: (
    db: Db,
    user: UserToChange,
    role: HeldRole,
  ) => Promise<{ readonly isChanged: boolean; readonly isStaff: boolean }>,
): Promise<User> {
  return database.within(actor.scope, async (db) => {
    const user = await lockUserOrRefuse(db, userId);
    const role = await holdRole(db, roleId);
    if (!role) throw notFound('Role not found');
    refuseOwnRoles(actor, user);
    await refuseSuperAdminToOthers(db, actor, [...user.roles, role]);
    const before = await readUserOrRefuse(db, userId);
    const { isChanged, isStaff } = await apply(db, user, role);
    if (isStaff !== user.is_staff) {
      await setStaff(db, userId, isStaff);
      await endSessions(db, userId, actor.tokenHash);
    }
    const after = await readUserOrRefuse(db, userId);
    if (isChanged) {
      const details = { role: role.name, ...changesOf(rolesOf(before), rolesOf(after)) };
      await audit(db, actor, { action, ...aboutUser(user), details });
    }
    return after;
  });
}

function rolesOf(user: User): { readonly roles: string[] } {
  return { roles: user.roles.map(({ name }) => name) };
}
