import { permissionLabel } from '@sente/contract/permission-labels';
import { fitsRole, mayGiveRole, powerOf } from '@sente/contract/power';
import type { MetaOf } from '@sente/contract/endpoint';
import type {
  Permission,
  RoleBody,
  RoleDetails,
  roles,
  RoleUpdateBody,
} from '@sente/contract/roles';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, AppError, notFound } from '../http/app-error.ts';
import { audit, changesOf } from '../security/audit.ts';
import { hadGrantHolder, hasGrantHolder } from '../users/last-holders.ts';
import { lastGrantHolder } from '../users/user-rules.ts';
import { isInOneAlphabet, isReservedRoleName } from './reserved-names.ts';
import {
  deleteRole,
  deleteRolePermission,
  descriptionOf,
  findPermission,
  findRole,
  insertRole,
  insertRolePermission,
  listPermissions,
  listRoles,
  lockRole,
  updateRole,
  type RoleRow,
} from './roles.queries.ts';

export interface RolesService {
  list(actor: Actor): Promise<RoleDetails[]>;
  get(actor: Actor, id: string): Promise<RoleDetails>;
  create(actor: Actor, body: RoleBody): Promise<RoleDetails>;
  update(actor: Actor, id: string, body: RoleUpdateBody): Promise<RoleDetails>;
  remove(actor: Actor, id: string): Promise<void>;
  /** A staff role that somebody holds gets it from a second person. */
  assignPermission(
    actor: Actor,
    pair: RolePermission,
  ): Promise<{ data: RoleDetails; meta: AssignMeta }>;
  removePermission(actor: Actor, pair: RolePermission): Promise<RoleDetails>;
  listPermissions(actor: Actor): Promise<Permission[]>;
}

type AssignMeta = MetaOf<typeof roles.assignPermission>;

interface RolePermission {
  readonly roleId: string;
  readonly permissionId: string;
}

export function createRolesService(database: Database): RolesService {
  return {
    list: (actor) => database.within(actor.scope, async (db) => (await listRoles(db)).map(toRole)),

    get: (actor, id) => database.within(actor.scope, (db) => readRole(db, id)),

    create: (actor, body) =>
      database.within(actor.scope, async (db) => {
        refuseDeceptive(body.name);
        const id = uuidV7();
        await insertRole(db, id, body).catch(refuseTakenName);
        await audit(db, actor, {
          action: 'roles.create',
          ...about(id),
          details: { name: body.name },
        });
        return readRole(db, id);
      }),

    update: (actor, id, { updatedAt, ...body }) =>
      database.within(actor.scope, async (db) => {
        const before = await lockOrRefuse(db, id);
        refuseBeyond(actor, before);
        refuseStale(before, updatedAt);
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

    assignPermission: (actor, pair) =>
      database.within(actor.scope, async (db) => {
        const approvalId = await askToWiden(db, actor, pair);
        const data = approvalId
          ? await readRole(db, pair.roleId)
          : await changePermission(db, actor, pair, true);
        return { data, meta: { approvalId } };
      }),

    removePermission: (actor, pair) =>
      database.within(actor.scope, (db) => changePermission(db, actor, pair, false)),

    listPermissions: (actor) => database.within(actor.scope, listPermissions),
  };
}

/**
 * Returns the id of the request; null if the permission is added at once: it is no staff role, nobody
 * holds it or could approve it, or it has the permission already.
 */
async function askToWiden(db: Db, actor: Actor, pair: RolePermission): Promise<string | null> {
  const { role, permission, isHeld } = await lookUp(db, actor, pair, true);
  if (!role.is_staff || role.holders === 0 || isHeld) return null;
  if (!(await hadGrantHolder(db, actor.userId))) return null;
  return ask(db, actor, {
    kind: 'staff-role',
    subject: `${role.id} ${permission.id}`,
    companyId: await findHeadOffice(db),
    roleId: role.id,
    details: { permissionId: permission.id, permission: permission.name, holders: role.holders },
    about: { type: 'roles', id: role.id },
    isWaiting: 'This permission waits for a second person already',
  });
}

const asked = z.object({ permissionId: z.string() });

/** Adds the permission by the same rules as when it was asked for. */
export const carryOutWiderRole: CarryOut = async (db, approver, { role_id: roleId, details }) => {
  if (!roleId) throw new Error('A permission without its role');
  await changePermission(db, approver, { roleId, ...asked.parse(details) }, true);
  return null;
};

/** The role is locked, and within the reach of the person who changes it. */
async function lookUp(
  db: Db,
  actor: Actor,
  { roleId, permissionId }: RolePermission,
  shouldHold: boolean,
) {
  const role = await lockOrRefuse(db, roleId);
  const permission = await findPermission(db, permissionId);
  if (!permission) throw notFound('Permission not found');
  if (shouldHold) refuseOtherKind(role, permission.name);
  refuseBeyond(actor, role, permission.name);
  return { role, permission, isHeld: role.permissions.some(({ id }) => id === permissionId) };
}

/** Idempotent: two concurrent identical changes both succeed. */
async function changePermission(
  db: Db,
  actor: Actor,
  pair: RolePermission,
  shouldHold: boolean,
): Promise<RoleDetails> {
  const { roleId, permissionId } = pair;
  const { role, permission, isHeld } = await lookUp(db, actor, pair, shouldHold);
  if (isHeld === shouldHold) return toRole(role);
  await (shouldHold ? insertRolePermission : deleteRolePermission)(db, roleId, permissionId);
  if (permission.name === 'staffGrants' && !(await hasGrantHolder(db, null))) {
    throw new AppError('refused', { message: lastGrantHolder });
  }
  await audit(db, actor, {
    action: shouldHold ? 'roles.assignPermission' : 'roles.removePermission',
    ...about(roleId),
    details: { name: role.name, permission: permission.name },
  });
  return readRole(db, roleId);
}

async function readRole(db: Db, id: string): Promise<RoleDetails> {
  const row = await findRole(db, id);
  if (!row) throw notFound('Role not found');
  return toRole(row);
}

async function lockOrRefuse(db: Db, id: string): Promise<RoleRow> {
  const row = await lockRole(db, id);
  if (!row) throw notFound('Role not found');
  return row;
}

/** `adding`: a permission that the role does not have yet. */
function refuseBeyond(actor: Actor, { is_staff, permissions }: RoleRow, adding?: string): void {
  const own = powerOf(actor);
  if (is_staff && !own.has('staffGrants')) {
    throw forbidden('Only staff who may grant staff roles can change one');
  }
  const names = [...permissions.map(({ name }) => name), ...(adding ? [adding] : [])];
  if (mayGiveRole(own, { isStaff: is_staff, permissions: names })) return;
  throw forbidden('This role allows more than you may do yourself, or would do so');
}

function forbidden(message: string): AppError {
  return new AppError('forbidden', { message });
}

function refuseOtherKind(role: RoleRow, permission: string): void {
  if (fitsRole(permission, { isStaff: role.is_staff })) return;
  const label = permissionLabel(permission);
  throw new AppError('refused', {
    message: role.is_staff
      ? `"${label}" is for people of a company, and ${role.name} is a staff role.`
      : `"${label}" is for staff, and ${role.name} is a role of companies.`,
  });
}

function refuseStale(role: RoleRow, basedOn: string | undefined): void {
  if (basedOn === undefined || Date.parse(basedOn) === role.updated_at.getTime()) return;
  throw new AppError('refused', {
    message: 'Someone else changed this role in the meantime. Reload it and try again.',
  });
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

function about(id: string) {
  // Roles belong to the platform, regardless of the actor's company.
  return { subject: { type: 'roles', id }, companyId: null };
}

function toRole(row: RoleRow): RoleDetails {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    permissions: row.permissions,
    isBuiltIn: row.is_built_in,
    isStaff: row.is_staff,
    holders: row.holders,
    updatedAt: row.updated_at.toISOString(),
  };
}
