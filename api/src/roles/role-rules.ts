import { mayGiveRole, powerOf } from '@sente/contract/power';
import type { RoleDetails } from '@sente/contract/roles';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { findRole, lockRole, type RoleRow } from './roles.queries.ts';

export async function readRole(db: Db, id: string): Promise<RoleDetails> {
  const row = await findRole(db, id);
  if (!row) throw notFound('Role not found');
  return toRole(row);
}

export async function lockOrRefuse(db: Db, id: string): Promise<RoleRow> {
  const row = await lockRole(db, id);
  if (!row) throw notFound('Role not found');
  return row;
}

/** `adding`: a permission that the role does not have yet. */
export function refuseBeyond(
  actor: Actor,
  { is_staff, permissions }: RoleRow,
  adding?: string,
): void {
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

export function about(id: string) {
  // Roles belong to the platform, regardless of the actor's company.
  return { subject: { type: 'roles', id }, companyId: null };
}

export function toRole(row: RoleRow): RoleDetails {
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
