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
  refuseBeyond,
  refuseLosingLast,
  refuseOwnRoles,
  refuseRoleBeyond,
  refuseStaffInCompany,
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
    assign: (actor, ids) => change(database, actor, ids, 'users.assignRole', grant),
    remove: (actor, ids) => change(database, actor, ids, 'users.removeRole', take),
  };
}

interface Outcome {
  readonly isChanged: boolean;
  readonly isStaff: boolean;
}

/** The only place that gives a role other than the three of the client portal. */
async function grant(db: Db, user: UserToChange, role: HeldRole): Promise<Outcome> {
  if (role.is_staff && !user.is_ours) refuseStaffInCompany(role);
  const isChanged = await addRole(db, user.id, role.id);
  return { isChanged, isStaff: user.is_staff || role.is_staff };
}

async function take(db: Db, user: UserToChange, role: HeldRole): Promise<Outcome> {
  const left = user.roles.filter(({ id }) => id !== role.id);
  const isLastStaffRole = role.is_staff && !left.some((other) => other.is_staff);
  const isStaff = user.is_staff && !isLastStaffRole;
  await refuseLosingLast(db, user, { ...user, is_staff: isStaff, roles: left });
  return { isChanged: await dropRole(db, user.id, role.id), isStaff };
}

function change(
  database: Database,
  actor: Actor,
  { userId, roleId }: UserRole,
  action: string,
  apply: (db: Db, user: UserToChange, role: HeldRole) => Promise<Outcome>,
): Promise<User> {
  return database.within(actor.scope, async (db) => {
    const user = await lockUserOrRefuse(db, userId);
    const role = await holdRole(db, roleId);
    if (!role) throw notFound('Role not found');
    refuseOwnRoles(actor, user);
    refuseBeyond(actor, user);
    refuseRoleBeyond(actor, role);
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
