import type { Permission, RoleBody } from '@sente/contract/roles';
import type { Db } from '../db/database.ts';

export interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_built_in: boolean;
  readonly is_staff: boolean;
  readonly holders: number;
  readonly updated_at: Date;
  readonly permissions: Permission[];
}

/** "C" keeps the order the same on every server; a permission without a module comes last. */
const permissionOrder = 'p.module collate "C" nulls last, p.name collate "C"';

/** Users who are not deleted and whose company is not archived. */
const holders = `(
  select count(*)::int
  from user_roles ur
  join users u on u.id = ur.user_id
  left join companies c on c.id = u.company_id
  where ur.role_id = r.id and u.deleted_at is null and c.archived_at is null)`;

const columns = `r.id, r.name, r.description, r.is_built_in, r.is_staff, r.updated_at,
  ${holders} as holders,
  coalesce(
    (select json_agg(
       json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'module', p.module)
       order by ${permissionOrder})
     from role_permissions rp join permissions p on p.id = rp.permission_id
     where rp.role_id = r.id),
    '[]') as permissions`;

export function listRoles(db: Db): Promise<RoleRow[]> {
  return db.rows<RoleRow>(
    `select ${columns} from roles r order by r.is_staff desc, lower(r.name) collate "C", r.id`,
  );
}

export function findRole(db: Db, id: string): Promise<RoleRow | undefined> {
  return db.row<RoleRow>(`select ${columns} from roles r where r.id = $1`, [id]);
}

/**
 * Locks the role against changes and assignment until this transaction ends. Permissions are read
 * after the lock, because a statement that waited would return the old ones.
 */
export async function lockRole(db: Db, id: string): Promise<RoleRow | undefined> {
  await db.rows('select id from roles where id = $1 for update', [id]);
  return findRole(db, id);
}

export async function insertRole(db: Db, id: string, body: RoleBody): Promise<void> {
  await db.rows('insert into roles (id, name, description) values ($1, $2, $3)', [
    id,
    body.name,
    descriptionOf(body),
  ]);
}

export async function updateRole(db: Db, id: string, body: RoleBody): Promise<void> {
  await db.rows('update roles set name = $2, description = $3, updated_at = now() where id = $1', [
    id,
    body.name,
    descriptionOf(body),
  ]);
}

export function descriptionOf({ description }: RoleBody): string | null {
  return description?.trim() || null;
}

/** Also removes the role from deleted users and users of archived companies. */
export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.rows('delete from user_roles where role_id = $1', [id]);
  await db.rows('delete from roles where id = $1', [id]);
}

export function listPermissions(db: Db): Promise<Permission[]> {
  return db.rows<Permission>(
    `select p.id, p.name, p.description, p.module from permissions p order by ${permissionOrder}`,
  );
}

export function findPermission(db: Db, id: string): Promise<Permission | undefined> {
  return db.row<Permission>('select id, name, description, module from permissions where id = $1', [
    id,
  ]);
}

/** Whose people hold the role: of companies, not of the provider. */
export async function listCompaniesOfHolders(db: Db, roleId: string): Promise<string[]> {
  const rows = await db.rows<{ company_id: string }>(
    `select distinct u.company_id
     from user_roles ur join users u on u.id = ur.user_id join companies c on c.id = u.company_id
     where ur.role_id = $1 and u.deleted_at is null and c.archived_at is null and not c.is_head_office
     order by u.company_id`,
    [roleId],
  );
  return rows.map(({ company_id }) => company_id);
}

export async function insertRolePermission(
  db: Db,
  roleId: string,
  permissionId: string,
): Promise<void> {
  await db.rows('insert into role_permissions (role_id, permission_id) values ($1, $2)', [
    roleId,
    permissionId,
  ]);
}

export async function deleteRolePermission(
  db: Db,
  roleId: string,
  permissionId: string,
): Promise<void> {
  await db.rows('delete from role_permissions where role_id = $1 and permission_id = $2', [
    roleId,
    permissionId,
  ]);
}
