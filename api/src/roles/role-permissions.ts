import { permissionLabel } from '@sente/contract/permission-labels';
import { fitsRole } from '@sente/contract/power';
import type { MetaOf } from '@sente/contract/endpoint';
import type { FactorProof } from '@sente/contract/own-factor';
import type { RoleDetails, roles } from '@sente/contract/roles';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { shownRole } from '../users/built-in-roles.ts';
import { hadGrantHolder, hasGrantHolder } from '../users/last-holders.ts';
import { endLinksOfHolders } from '../users/links-for-others.ts';
import {
  isAdministratorRole,
  isGuardedRole,
  lastGrantHolder,
  roleChanged,
} from '../users/user-rules.ts';
import { about, lockOrRefuse, readRole, refuseBeyond, toRole } from './role-rules.ts';
import {
  deleteRolePermission,
  findPermission,
  insertRolePermission,
  listCompaniesOfHolders,
  listPermissions,
  type RoleRow,
} from './roles.queries.ts';

type AssignMeta = MetaOf<typeof roles.assignPermission>;

interface RolePermission {
  readonly roleId: string;
  readonly permissionId: string;
}

/** What a role allows. */
export interface RolePermissionsService {
  /** A staff role that somebody holds gets it from a second person. Power takes the proof. */
  assignPermission(
    actor: Actor,
    pair: RolePermission & FactorProof,
  ): Promise<{ data: RoleDetails; meta: AssignMeta }>;
  removePermission(actor: Actor, pair: RolePermission): Promise<RoleDetails>;
}

export function rolePermissions(database: Database, prove: Prove): RolePermissionsService {
  return {
    assignPermission: async (actor, { roleId, permissionId, ...proof }) => {
      const pair = { roleId, permissionId };
      const isProved = await database.within(actor.scope, (db) => isGuarded(db, actor, pair));
      if (isProved) await prove(actor, proof, 'roles.assignPermission', 'lately');
      return database.within(actor.scope, async (db) => {
        if (!isProved && (await isGuarded(db, actor, pair))) throw refused(roleChanged);
        const approvalId = await askToWiden(db, actor, pair);
        const data = approvalId
          ? await readRole(db, pair.roleId)
          : await changePermission(db, actor, pair, true);
        return { data, meta: { approvalId } };
      });
    },

    removePermission: (actor, pair) =>
      database.within(actor.scope, (db) => changePermission(db, actor, pair, false)),
  };
}

/** Whether whoever adds it gives power over sign-ins or money. */
async function isGuarded(db: Db, actor: Actor, pair: RolePermission): Promise<boolean> {
  const { role, permission, isHeld } = await lookUp(db, actor, pair, true);
  return !isHeld && isGuardedRole({ ...role, permissions: [permission.name] });
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
export const carryOutWiderRole: CarryOut = async (db, approver, approval) => {
  const { role_id: roleId, details, asked_by: askedBy } = approval;
  if (!roleId) throw new Error('A permission without its role');
  await changePermission(db, approver, { roleId, ...asked.parse(details) }, true, askedBy);
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

/** Whether whoever creates a role with these permissions gives power over sign-ins or money. */
export async function givesPower(db: Db, permissionIds: readonly string[]): Promise<boolean> {
  const ids = new Set(permissionIds);
  const permissions = (await listPermissions(db)).filter(({ id }) => ids.has(id));
  return isGuardedRole({ is_staff: false, permissions: permissions.map(({ name }) => name) });
}

/** Idempotent: two concurrent identical changes both succeed. */
export async function changePermission(
  db: Db,
  actor: Actor,
  pair: RolePermission,
  shouldHold: boolean,
  askedBy: string | null = null,
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
  if (shouldHold) await noteGain(db, actor, role, permission.name, askedBy);
  return readRole(db, roleId);
}

/** Who made a link for a holder who could do less must not come in with it, and the others who are responsible hear. */
async function noteGain(
  db: Db,
  actor: Actor,
  role: RoleRow,
  permission: string,
  askedBy: string | null,
): Promise<void> {
  if (isGuardedRole({ ...role, permissions: [permission] })) await endLinksOfHolders(db, role.id);
  const isAdministration = isAdministratorRole({ ...role, permissions: [permission] });
  if (!isAdministration || role.holders === 0) return;
  for (const companyId of [null, ...(await listCompaniesOfHolders(db, role.id))]) {
    await tellAdministrators(db, actor, {
      what: 'role-widened',
      companyId,
      role: companyId === null ? role.name : shownRole(role),
      gain: { roleId: role.id, permission },
      askedBy,
    });
  }
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
