import type { Db } from '../db/database.ts';
import { companyRoleIds } from './built-in-roles.ts';
import { roleOrder } from './users.queries.ts';

export interface HeldRole {
  readonly id: string;
  readonly name: string;
  readonly is_staff: boolean;
  readonly permissions: readonly string[];
}

/** The facts about a user that the rules of a change need. */
export interface UserToChange {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly company_id: string | null;
  readonly is_active: boolean;
  readonly is_staff: boolean;
  /** Without a company or in Head Office, where staff belong. */
  readonly is_ours: boolean;
  /** Invited, and has not chosen a password yet. */
  readonly is_pending: boolean;
  readonly updated_at: Date;
  /** The role that screens show. */
  readonly roles: readonly HeldRole[];
}

export type UserValues = Omit<
  UserToChange,
  'id' | 'is_ours' | 'is_pending' | 'updated_at' | 'roles'
>;

const isOurs = '(u.company_id is null or coalesce(c.is_head_office, false))';

const permissionsOfRole = `array(
  select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
  where rp.role_id = r.id)`;

/** Locks it against changes until this transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserToChange | undefined> {
  const locked = await db.row(
    'select 1 from users where id = $1 and deleted_at is null for no key update',
    [id],
  );
  if (!locked) return undefined;
  // Read after the lock: the row may have changed while we waited.
  return db.row<UserToChange>(
    `select u.id, u.first_name, u.last_name, u.username, u.email, u.phone_number, u.company_id,
       u.is_active, u.is_staff, ${isOurs} as is_ours,
       u.password_hash is null as is_pending, u.updated_at,
       coalesce(
         (select json_agg(
            json_build_object('id', r.id, 'name', r.name, 'is_staff', r.is_staff,
              'permissions', ${permissionsOfRole})
            order by ${roleOrder})
          from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id),
         '[]') as roles
     from users u left join companies c on c.id = u.company_id
     where u.id = $1 and c.archived_at is null`,
    [id],
  );
}

/** Locks the company against archiving until this transaction ends. */
export function holdCompany(
  db: Db,
  id: string,
): Promise<{ readonly is_head_office: boolean } | undefined> {
  return db.row<{ is_head_office: boolean }>(
    'select is_head_office from companies where id = $1 and archived_at is null for key share',
    [id],
  );
}

/**
 * Locks the role against deletion and against other permissions until this transaction ends. Before its holders are
 * locked, as whoever changes the role does.
 */
export async function holdRole(db: Db, id: string): Promise<HeldRole | undefined> {
  await db.rows('select role_hold($1)', [id]);
  // Read after the lock: what it allows may have changed while we waited.
  return db.row<HeldRole>(
    `select r.id, r.name, r.is_staff, ${permissionsOfRole} as permissions
     from roles r where r.id = $1`,
    [id],
  );
}

export async function insertUser(
  db: Db,
  id: string,
  user: Omit<UserValues, 'is_staff'> & { readonly password_hash: string | null },
): Promise<void> {
  await db.rows(
    `insert into users (id, first_name, last_name, username, email, phone_number, company_id,
       is_active, password_hash, is_password_temporary)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text, $9::text is not null)`,
    [
      id,
      user.first_name,
      user.last_name,
      user.username,
      user.email,
      user.phone_number,
      user.company_id,
      user.is_active,
      user.password_hash,
    ],
  );
}

/** A null hash keeps the password; another one is temporary, because the person did not choose it. */
export async function updateUser(
  db: Db,
  id: string,
  user: UserValues,
  passwordHash: string | null,
): Promise<void> {
  await db.rows(
    `update users set first_name = $2, last_name = $3, username = $4, email = $5, phone_number = $6,
       company_id = $7, is_active = $8, is_staff = $9,
       password_hash = coalesce($10::text, password_hash),
       is_password_temporary = is_password_temporary or $10::text is not null, updated_at = now()
     where id = $1`,
    [
      id,
      user.first_name,
      user.last_name,
      user.username,
      user.email,
      user.phone_number,
      user.company_id,
      user.is_active,
      user.is_staff,
      passwordHash,
    ],
  );
}

/** The row stays for the audit log. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.rows('delete from user_roles where user_id = $1', [id]);
  await db.rows('update users set deleted_at = now(), updated_at = now() where id = $1', [id]);
}

export async function setStaff(db: Db, id: string, isStaff: boolean): Promise<void> {
  await db.rows('update users set is_staff = $2, updated_at = now() where id = $1', [id, isStaff]);
}

/** Returns whether it was not held before. */
export async function addRole(db: Db, userId: string, roleId: string): Promise<boolean> {
  const added = await db.row(
    `insert into user_roles (user_id, role_id) values ($1, $2) on conflict do nothing
     returning role_id`,
    [userId, roleId],
  );
  return added !== undefined;
}

/** Returns whether it was held before. */
export async function dropRole(db: Db, userId: string, roleId: string): Promise<boolean> {
  const dropped = await db.row(
    'delete from user_roles where user_id = $1 and role_id = $2 returning role_id',
    [userId, roleId],
  );
  return dropped !== undefined;
}

/**
 * Replaces the other roles of the client portal and comes before roles that only staff assign:
 * screens show the first role.
 */
export async function replaceCompanyRole(db: Db, userId: string, roleId: string): Promise<void> {
  await db.rows('delete from user_roles where user_id = $1 and role_id = any($2::uuid[])', [
    userId,
    companyRoleIds,
  ]);
  await db.rows(
    `insert into user_roles (user_id, role_id, position) overriding system value
     select $1, $2, coalesce(min(position) - 1, 0) from user_roles where user_id = $1`,
    [userId, roleId],
  );
}
