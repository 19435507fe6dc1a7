import type { NewRoleBody, Permission, RoleDetails, RoleUpdateBody } from '@sente/contract/roles';
import type { Database } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, AppError } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { audit, changesOf } from '../security/audit.ts';
import { proofIn, type Prove } from '../security/proof.ts';
import { isInOneAlphabet, isReservedRoleName } from './reserved-names.ts';
import {
  changePermission,
  givesPower,
  rolePermissions,
  type RolePermissionsService,
} from './role-permissions.ts';
import { about, lockOrRefuse, readRole, refuseBeyond, toRole } from './role-rules.ts';
import {
  deleteRole,
  descriptionOf,
  insertRole,
  listPermissions,
  listRoles,
  updateRole,
  type RoleRow,
} from './roles.queries.ts';

export interface RolesService extends RolePermissionsService {
  list(actor: Actor): Promise<RoleDetails[]>;
  get(actor: Actor, id: string): Promise<RoleDetails>;
  create(actor: Actor, body: NewRoleBody): Promise<RoleDetails>;
  update(actor: Actor, id: string, body: RoleUpdateBody): Promise<RoleDetails>;
  remove(actor: Actor, id: string): Promise<void>;
  listPermissions(actor: Actor): Promise<Permission[]>;
}

export function createRolesService(database: Database, prove: Prove): RolesService {
  return {
    list: (actor) => database.within(actor.scope, async (db) => (await listRoles(db)).map(toRole)),

    get: (actor, id) => database.within(actor.scope, (db) => readRole(db, id)),

    async create(actor, { permissionIds = [], ...body }) {
      refuseDeceptive(body.name);
      // Before anything is written: whoever does not show the proof leaves no role behind.
      const isProved = await database.within(actor.scope, (db) => givesPower(db, permissionIds));
      if (isProved) await prove(actor, proofIn(body), 'roles.create', 'lately');
      return database.within(actor.scope, async (db) => {
        const id = uuidV7();
        await insertRole(db, id, body).catch(refuseTakenName);
        await audit(db, actor, {
          action: 'roles.create',
          ...about(id),
          details: { name: body.name },
        });
        for (const permissionId of new Set(permissionIds)) {
          await changePermission(db, actor, { roleId: id, permissionId }, true);
        }
        return readRole(db, id);
      });
    },

    update: (actor, id, { updatedAt, ...body }) =>
      database.within(actor.scope, async (db) => {
        const before = await lockOrRefuse(db, id);
        refuseBeyond(actor, before);
        refuseOlder('this role', updatedAt, before.updated_at);
        if (body.name !== before.name) refuseRename(before, body.name);
        await updateRole(db, id, body).catch(refuseTakenName);
        await audit(db, actor, {
          action: 'roles.update',
          ...about(id),
          details: {
            name: body.name,
            ...changesOf(before, { name: body.name, description: descriptionOf(body) }),
          },
        });
        return readRole(db, id);
      }),

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const role = await lockOrRefuse(db, id);
        refuseBeyond(actor, role);
        refuseWhileInUse(role);
        await deleteRole(db, id);
        await audit(db, actor, {
          action: 'roles.remove',
          ...about(id),
          details: { name: role.name },
        });
      }),

    ...rolePermissions(database, prove),

    listPermissions: (actor) => database.within(actor.scope, listPermissions),
  };
}

/** Refused rather than invalid, so that the attempt is audited. */
function refusedName(message: string): AppError {
  return new AppError('refused', { message, fields: { name: message } });
}

function refuseDeceptive(name: string): void {
  if (isReservedRoleName(name)) {
    throw refusedName('This name is kept for administrators. Choose another one.');
  }
  if (!isInOneAlphabet(name)) {
    throw refusedName('Use the letters of one alphabet only, and the digits 0 to 9.');
  }
}

function refuseRename(role: RoleRow, name: string): void {
  if (role.is_built_in) throw refusedName('A built-in role keeps its name.');
  refuseDeceptive(name);
}

function refuseTakenName(error: unknown): never {
  if (violatedUnique(error) === 'roles_name_key') {
    throw alreadyInUse('name', 'Role name is already in use');
  }
  throw error;
}

function refuseWhileInUse(role: RoleRow): void {
  if (role.is_built_in) {
    throw new AppError('refused', {
      message: `${role.name} is a built-in role and cannot be deleted.`,
    });
  }
  const { holders } = role;
  if (holders === 0) return;
  throw new AppError('refused', {
    message:
      holders === 1
        ? 'Role is assigned to 1 user. Remove it from them first.'
        : `Role is assigned to ${holders} users. Remove it from them first.`,
  });
}
