import { phoneDigits } from '@sente/contract/phone';
import type { Role } from '@sente/contract/roles';
import type { Direction } from '@sente/contract/paging';
import type { User, UserCounts, UserSortKey } from '@sente/contract/users';
import type { Db } from '../db/database.ts';
import { digitsOf } from '../db/digits.ts';
import { builtInRoles } from './built-in-roles.ts';

interface UserFields {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly avatar_url: string | null;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly is_staff: boolean;
  readonly can_be_staff: boolean;
  readonly is_active: boolean;
  readonly is_pending: boolean;
  readonly invitation_problem: User['invitationProblem'];
  readonly invitation: {
    readonly state: NonNullable<User['invitationState']>;
    readonly sentAt: string;
    readonly expiresAt: string;
  } | null;
  readonly new_email: string | null;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface UserRow extends UserFields {
  readonly roles: Role[];
}

/** Many users share few roles, so each role is read once. */
interface UserListRow extends UserFields {
  readonly role_ids: string[];
}

const isOurs = '(u.company_id is null or c.is_head_office)';

const userColumns = `u.id, u.first_name, u.last_name, u.username, u.email, u.phone_number,
  u.avatar_url, u.company_id, u.is_active, u.last_login_at, u.created_at, u.updated_at,
  u.password_hash is null as is_pending,
  case when u.password_hash is null then invitation_problem(u.id) end as invitation_problem,
  case when u.password_hash is null then (
    select json_build_object('sentAt', l.created_at, 'expiresAt', l.expires_at, 'state', case
        when l.revoked_at is not null then 'revoked' when l.expires_at <= now() then 'expired' else 'open'
      end)
    from access_links l where l.user_id = u.id and l.kind = 'invitation'
    order by l.revoked_at is null and l.expires_at > now() desc, l.created_at desc, l.id desc limit 1
  ) end as invitation,
  (select l.email from access_links l
   where l.user_id = u.id and l.kind = 'email' and l.used_at is null and l.revoked_at is null
     and l.expires_at > now()) as new_email,
  u.is_staff and ${isOurs} as is_staff, ${isOurs} as can_be_staff`;

/** Users of archived companies are deleted with it. */
const isThere = 'u.deleted_at is null and c.archived_at is null';

const permissionsOfRole = `coalesce(
  (select json_agg(
     json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'module', p.module)
     order by p.module, p.name)
   from role_permissions rp join permissions p on p.id = rp.permission_id
   where rp.role_id = r.id),
  '[]')`;

/** Administrator roles first, then in order of assignment. */
export const roleOrder = 'r.is_staff desc, ur.position';

const rolesOfUser = `coalesce(
  (select json_agg(
     json_build_object(
       'id', r.id,
       'name', r.name,
       'description', r.description,
       'permissions', ${permissionsOfRole})
     order by ${roleOrder})
   from user_roles ur join roles r on r.id = ur.role_id
   where ur.user_id = u.id),
  '[]')`;

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(
    `select ${userColumns}, c.name as company_name, ${rolesOfUser} as roles
     from users u left join companies c on c.id = u.company_id
     where u.id = $1 and ${isThere}`,
    [id],
    'find_user',
  );
}

export interface UserFilter {
  /** Null for all users. */
  readonly companyId: string | null;
  readonly search: string;
  /** Whether to search the company's name too; pointless within one company. */
  readonly searchesCompany: boolean;
  readonly isActive?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  /** The first role, which screens show. */
  readonly role?: 'admin' | 'manager' | 'user' | undefined;
  /** Any role that is held. */
  readonly roleId?: string | undefined;
}

/**
 * Searches one concatenated text per user, with a separator that nobody can type: lowercasing
 * dominates the time for 50,000 users, so each user is lowercased once.
 */
const searchedText = `lower(
  u.first_name || ' ' || u.last_name || chr(1) || u.email || chr(1) || u.username)`;

/** Companies are few, so they are scanned once rather than per user. */
function matchesSearch(searchesCompany: boolean): string {
  const inCompany = `u.company_id in (
    select id from companies where position(lower($2) in lower(name)) > 0)`;
  const inPerson = `position(lower($2) in ${searchedText}) > 0`;
  const inPhone = `position($4::text in ${digitsOf('u.phone_number')}) > 0`;
  const others = searchesCompany ? ` or ${inCompany}` : '';
  return `($2 = '' or ${inPerson} or ${inPhone}${others})`;
}

/** A user without roles counts as "user". */
const firstRole = `coalesce(
  (select ur.role_id from user_roles ur join roles r on r.id = ur.role_id
   where ur.user_id = u.id order by ${roleOrder} limit 1),
  '${builtInRoles.clientUser}')`;

const roleByName = {
  admin: builtInRoles.clientAdmin,
  manager: builtInRoles.clientManager,
  user: builtInRoles.clientUser,
};

function found(filter: UserFilter): {
  readonly where: string;
  readonly values: readonly unknown[];
} {
  const { companyId, search, searchesCompany, isActive, isPending, role, roleId } = filter;
  const conditions = [
    isThere,
    // Omitted rather than "or null", so that the planner can use the company's index.
    companyId === null ? '$1::uuid is null' : 'u.company_id = $1::uuid',
    matchesSearch(searchesCompany),
    '($3::boolean is null or u.is_active = $3)',
    ...(isPending === undefined ? [] : [`(u.password_hash is null) = ${isPending}`]),
    ...(role ? [`${firstRole} = '${roleByName[role]}'`] : []),
    `($5::uuid is null
      or exists (select from user_roles held where held.user_id = u.id and held.role_id = $5))`,
  ];
  const values = [companyId, search, isActive ?? null, phoneDigits(search), roleId ?? null];
  return { where: conditions.join(' and '), values };
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { where, values } = found(filter);
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from users u left join companies c on c.id = u.company_id
     where ${where}`,
    values,
  );
  return row?.count ?? 0;
}

export async function countPeople(db: Db, companyId: string): Promise<UserCounts> {
  const counts = await db.row<UserCounts>(
    `select count(*)::int as all,
       (count(*) filter (where u.is_active and u.password_hash is not null))::int as active,
       (count(*) filter (where u.is_active and u.password_hash is null))::int as pending,
       (count(*) filter (where ${firstRole} = '${roleByName.admin}'))::int as admins
     from users u where u.company_id = $1 and u.deleted_at is null`,
    [companyId],
  );
  return counts ?? { all: 0, active: 0, pending: 0, admins: 0 };
}

export interface UserPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: UserSortKey | undefined;
  readonly direction?: Direction | undefined;
}

/** "C" keeps the order the same on every server; those who never came and staff without a company come last. */
const sortExpressions: Record<UserSortKey, (direction: Direction) => string> = {
  user: (direction) => `first_key ${direction}, last_key ${direction}`,
  company: (direction) =>
    `lower(company_name) collate "C" ${direction} nulls last, first_key, last_key`,
  lastLogin: (direction) => `last_login_at ${direction} nulls last, first_key, last_key`,
};

/** Roles are looked up only for the rows of the page. */
export async function listUsers(
  db: Db,
  filter: UserFilter,
  { limit, offset, sort = 'user', direction = 'asc' }: UserPage,
): Promise<UserRow[]> {
  const { where, values } = found(filter);
  const order = `${sortExpressions[sort](direction)}, id ${direction}`;
  const rows = await db.rows<UserListRow>(
    `with found as (
       select ${userColumns}, c.name as company_name,
         lower(u.first_name) collate "C" as first_key, lower(u.last_name) collate "C" as last_key
       from users u left join companies c on c.id = u.company_id
       where ${where}
     ), page as (
       select * from found order by ${order} limit $6 offset $7
     )
     select u.*,
       array(
         select ur.role_id from user_roles ur join roles r on r.id = ur.role_id
         where ur.user_id = u.id order by ${roleOrder}
       ) as role_ids
     from page u order by ${order}`,
    [...values, limit, offset],
  );
  const roles = await rolesById(db, rows);
  return rows.map(({ role_ids, ...row }) => ({
    ...row,
    roles: role_ids.flatMap((id) => roles.get(id) ?? []),
  }));
}

function rolesById(db: Db, rows: readonly UserListRow[]): Promise<Map<string, Role>> {
  return findRoles(db, [...new Set(rows.flatMap((row) => row.role_ids))]);
}

/** With their permissions, by id. */
export async function findRoles(db: Db, ids: readonly string[]): Promise<Map<string, Role>> {
  if (ids.length === 0) return new Map();
  const roles = await db.rows<Role>(
    `select r.id, r.name, r.description, ${permissionsOfRole} as permissions
     from roles r where r.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(roles.map((role) => [role.id, role]));
}
