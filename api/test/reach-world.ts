import { powerOf, type Power } from '@sente/contract/power';
import type { Db } from '../src/db/database.ts';
import { signIn, type TestActor } from './actors.ts';
import { createCompany, createHeadOffice, createUser } from './factories.ts';

/** Roles of an installation's own, beside the built-in ones. */
const ownRoles: Record<string, { isStaff: boolean; permissions: readonly string[] }> = {
  Granter: { isStaff: true, permissions: ['staffRead', 'staffUsers', 'staffGrants'] },
  Clerk: { isStaff: false, permissions: ['canManageUsers'] },
  /** Data that no call can create: a staff permission in a role of companies. */
  Stray: { isStaff: false, permissions: ['staffUsers', 'staffGrants'] },
};

/** Each kind of user with the role held. */
const kinds = {
  superAdmin: { at: 'staff', role: 'SuperAdmin' },
  admin: { at: 'staff', role: 'Admin' },
  finance: { at: 'staff', role: 'Finance' },
  support: { at: 'staff', role: 'Support' },
  granter: { at: 'staff', role: 'Granter' },
  stray: { at: 'headOffice', role: 'Stray' },
  headOfficeAdmin: { at: 'headOffice', role: 'client_admin' },
  owner: { at: 'company', role: 'client_admin' },
  secondOwner: { at: 'company', role: 'client_admin' },
  manager: { at: 'company', role: 'client_manager' },
  viewer: { at: 'company', role: 'client_user' },
  clerk: { at: 'company', role: 'Clerk' },
  restricted: { at: 'company', role: 'Restricted' },
  loner: { at: 'none', role: null },
} as const;
type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** The ones that differ most, where all of them would take too long. */
export const typicalKinds: readonly Kind[] = ['superAdmin', 'support', 'stray', 'owner', 'viewer'];
export const triedRoles: readonly string[] = [
  'SuperAdmin',
  'Stray',
  'client_admin',
  'Finance',
  'client_manager',
  'Restricted',
];

export interface Person extends TestActor {
  /** Null for a user whom a call created. */
  readonly kind: Kind | null;
  readonly username: string;
  readonly roleIds: readonly string[];
}

interface RoleOfWorld {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

export interface World {
  readonly company: string;
  readonly headOffice: string;
  readonly people: ReadonlyMap<Kind, Person>;
  readonly roles: readonly RoleOfWorld[];
  readonly permissionIds: ReadonlyMap<string, string>;
}

export async function createWorld(db: Db): Promise<World> {
  await createOwnRoles(db);
  const roles = await db.rows<RoleOfWorld>(
    `select r.id, r.name, array(
       select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
       where rp.role_id = r.id) as permissions
     from roles r`,
  );
  const company = await createCompany(db);
  const headOffice = await createHeadOffice(db);
  const people = new Map<Kind, Person>();
  for (const kind of kindNames) {
    const { at, role } = kinds[kind];
    const companyId = at === 'company' ? company : at === 'headOffice' ? headOffice : null;
    const email = `${kind}@example.test`;
    const userId = await createUser(db, {
      email,
      isStaff: at === 'staff',
      ...(companyId && { companyId }),
      ...(role && { roles: [role] }),
    });
    const roleIds = roles.filter(({ name }) => name === role).map(({ id }) => id);
    // A second factor, which others may remove.
    await db.rows(
      `insert into authenticators (id, user_id, secret_sealed, key_name, confirmed_at)
       values (gen_random_uuid(), $1, '', '', now())`,
      [userId],
    );
    people.set(kind, { ...(await signIn(db, userId, companyId)), kind, username: email, roleIds });
  }
  const permissions = await db.rows<{ id: string; name: string }>(
    'select id, name from permissions',
  );
  const permissionIds = new Map(permissions.map(({ id, name }) => [name, id]));
  await keepSnapshot(db);
  return { company, headOffice, people, roles, permissionIds };
}

async function createOwnRoles(db: Db): Promise<void> {
  for (const [name, { isStaff, permissions }] of Object.entries(ownRoles)) {
    await db.rows(
      `with made as (
         insert into roles (id, name, is_staff) values (gen_random_uuid(), $1, $2) returning id
       )
       insert into role_permissions (role_id, permission_id)
       select made.id, p.id from made, permissions p where p.name = any($3)`,
      [name, isStaff, permissions],
    );
  }
}

/** Tables that a call may change, beside users and roles, with their keys. */
const linked = {
  user_roles: ['user_id', 'role_id'],
  role_permissions: ['role_id', 'permission_id'],
  sessions: ['token_hash'],
  authenticators: ['id'],
};
const userColumns = [
  'email',
  'company_id',
  'is_active',
  'is_staff',
  'deleted_at',
  'password_hash',
  'is_password_temporary',
];

/**
 * Creates `restore_world()`, which undoes everything since. It writes only what differs: tables full
 * of dead rows would make every call slow. In PL/pgSQL, which plans its statements once per connection;
 * SQL would plan them thousands of times.
 */
async function keepSnapshot(db: Db): Promise<void> {
  for (const table of ['users', 'roles', ...Object.keys(linked)]) {
    await db.rows(`create table kept_${table} as select * from ${table}`);
  }
  const columns = (alias: string) => userColumns.map((name) => `${alias}.${name}`).join(', ');
  const extra = ([table, key]: [string, string[]]) =>
    `delete from ${table} t where not exists (
       select from kept_${table} k where ${key.map((name) => `k.${name} = t.${name}`).join(' and ')});`;
  const missing = ([table]: [string, string[]]) =>
    `insert into ${table} overriding system value select * from kept_${table} on conflict do nothing;`;
  await db.rows(
    `create function restore_world() returns void language plpgsql as $$
     begin
       ${Object.entries(linked).map(extra).join('\n')}
       update users set deleted_at = now()
       where deleted_at is null and id not in (select id from kept_users);
       update users u set (${userColumns.join(', ')}) = (select ${columns('k')})
       from kept_users k where k.id = u.id and (${columns('k')}) is distinct from (${columns('u')});
       insert into roles select * from kept_roles on conflict (id) do update
         set name = excluded.name where roles.name <> excluded.name;
       ${Object.entries(linked).map(missing).join('\n')}
       -- Nobody waits for having tried before.
       delete from throttles;
       delete from mails;
     end
     $$`,
  );
}

export async function restoreWorld(db: Db): Promise<void> {
  await db.rows('select restore_world()');
}

export interface Standing {
  readonly userId: string;
  readonly companyId: string | null;
  readonly isStaff: boolean;
  readonly power: Power;
}

/** What these users can do now, read from the tables. */
export async function standingOf(db: Db, userIds: readonly string[]): Promise<Standing[]> {
  const rows = await db.rows<{
    id: string;
    company_id: string | null;
    is_staff: boolean;
    permissions: string[];
  }>(
    `select u.id, u.company_id,
       u.is_staff and (u.company_id is null or c.is_head_office) as is_staff,
       array(
         select p.name from user_roles ur
         join role_permissions rp on rp.role_id = ur.role_id
         join permissions p on p.id = rp.permission_id
         where ur.user_id = u.id) as permissions
     from users u left join companies c on c.id = u.company_id
     where u.id = any($1::uuid[]) and u.deleted_at is null`,
    [userIds],
  );
  return rows.map(({ id, company_id, is_staff, permissions }) => ({
    userId: id,
    companyId: company_id,
    isStaff: is_staff,
    power: powerOf({ isStaff: is_staff, permissions }),
  }));
}
