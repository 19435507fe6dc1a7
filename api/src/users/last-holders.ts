import type { StaffPermissionName } from '@sente/contract/permissions';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { builtInRoles } from './built-in-roles.ts';

/*
 * Somebody must remain who can hand out what nobody else can. Each question takes a lock until the
 * transaction ends, so that of two people who remove each other the second sees the first change.
 */

const grants: StaffPermissionName = 'staffGrants';

/** Whether an active member of staff may grant staff roles, apart from these. */
export async function hasGrantHolder(
  db: Db,
  exceptUserId: string | null,
  andExceptUserId: string | null = null,
): Promise<boolean> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.grantHolders]);
  const holder = await db.row(
    `select 1
     from permissions p
     join role_permissions rp on rp.permission_id = p.id
     join user_roles ur on ur.role_id = rp.role_id
     join users u on u.id = ur.user_id
     left join companies c on c.id = u.company_id
     where p.name = $2 and u.id is distinct from $1::uuid and u.id is distinct from $3::uuid
       and u.is_active and u.deleted_at is null and u.is_staff
       and (u.company_id is null or c.is_head_office)
     limit 1`,
    [exceptUserId, grants, andExceptUserId],
  );
  return holder !== undefined;
}

/**
 * The same within the last seven days, active or not: whoever deactivates, demotes or deletes the
 * others for a moment is not alone.
 */
export async function hadGrantHolder(
  db: Db,
  exceptUserId: string,
  andExceptUserId: string | null = null,
): Promise<boolean> {
  if (await hasGrantHolder(db, exceptUserId, andExceptUserId)) return true;
  const holder = await db.row(
    `select 1 from users u
     where u.id <> $1 and u.id is distinct from $3::uuid
       and (u.is_active and u.deleted_at is null or u.updated_at > now() - interval '7 days')
       and exists (
         select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
         join permissions p on p.id = rp.permission_id
         where ur.user_id = u.id and p.name = $2)
     union all
     select 1 from audit_log l
     where l.at > now() - interval '7 days' and l.result = 'done'
       and (l.action = 'users.removeRole' or (l.action = 'roles.removePermission' and l.details->>'permission' = $2))
     limit 1`,
    [exceptUserId, grants, andExceptUserId],
  );
  return holder !== undefined;
}

/** Whether the company has an active Admin, apart from this user. */
export async function hasOtherCompanyAdmin(
  db: Db,
  companyId: string,
  exceptUserId: string,
): Promise<boolean> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    companyId,
    lockKeys.companyAdmins,
  ]);
  const other = await db.row(
    `select 1 from users u join user_roles ur on ur.user_id = u.id
     where u.company_id = $1 and u.id <> $2 and u.is_active and u.deleted_at is null
       and ur.role_id = $3
     limit 1`,
    [companyId, exceptUserId, builtInRoles.clientAdmin],
  );
  return other !== undefined;
}
