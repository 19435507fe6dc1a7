import type { User } from '@sente/contract/users';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit, changesOf } from '../security/audit.ts';
import { addRole, dropRole, endSessions, holdRole, setStaff } from './user-changes.queries.ts';
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

/** Staff power is a flag on the user, kept in step with the staff roles held. */
export function createUserRolesService(database: Database): UserRolesService {
  return {
    assign: (actor, { userId, roleId }) =>
      database.within(actor.scope, async (db) => {
        const user = await lockUserOrRefuse(db, userId);
        const role = await holdRole(db, roleId);
        if (!role) throw notFound('Role not found');
        refuseOwnRoles(actor, user);
        await refuseSuperAdminToOthers(db, actor, [...user.roles, role]);
        const seen = await readUserOrRefuse(db, userId);
        if (role.is_staff && !user.is_ours) refuseStaffInCompany(role);
        const isNew = await addRole(db, userId, roleId);
        if (role.is_staff && !user.is_staff) {
          await setStaff(db, userId, true);
          await endSessions(db, userId, actor.tokenHash);
        }
        const after = await readUserOrRefuse(db, userId);
        if (isNew) {
          await audit(db, actor, {
            action: 'users.assignRole',
            ...aboutUser(user),
            details: { role: role.name, ...changesOf(rolesOf(seen), rolesOf(after)) },
          });
        }
        return after;
      }),

    remove: (actor, { userId, roleId }) =>
      database.within(actor.scope, async (db) => {
        const user = await lockUserOrRefuse(db, userId);
        const role = await holdRole(db, roleId);
        if (!role) throw notFound('Role not found');
        refuseOwnRoles(actor, user);
        await refuseSuperAdminToOthers(db, actor, [...user.roles, role]);
        const seen = await readUserOrRefuse(db, userId);
        const left = user.roles.filter(({ id }) => id !== roleId);
        await refuseLosingLastSuperAdmin(db, user, { ...user, roles: left });
        const wasHeld = await dropRole(db, userId, roleId);
        if (role.is_staff && user.is_staff && !left.some((other) => other.is_staff)) {
          await setStaff(db, userId, false);
          await endSessions(db, userId, actor.tokenHash);
        }
        const after = await readUserOrRefuse(db, userId);
        if (wasHeld) {
          await audit(db, actor, {
            action: 'users.removeRole',
            ...aboutUser(user),
            details: { role: role.name, ...changesOf(rolesOf(seen), rolesOf(after)) },
          });
        }
        return after;
      }),
  };
}

function rolesOf(user: User): { readonly roles: string[] } {
  return { roles: user.roles.map(({ name }) => name) };
}
