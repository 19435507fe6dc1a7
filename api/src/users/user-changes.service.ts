import type { CreateUserBody, UpdateUserBody, User } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, notFound } from '../http/app-error.ts';
import { audit, changesOf } from '../security/audit.ts';
import type { Passwords } from '../security/passwords.ts';
import { builtInRoles, chosenRole, companyRoleIds } from './built-in-roles.ts';
import {
  addRole,
  deleteUser,
  endSessions,
  insertUser,
  lockUser,
  replaceCompanyRole,
  updateUser,
  type UserToChange,
  type UserValues,
} from './user-changes.queries.ts';
import {
  forbidden,
  maySetPassword,
  refuseCommonPassword,
  refuseLosingLastCompanyAdmin,
  refuseLosingLastSuperAdmin,
  refuseOwnRoles,
  refusePassword,
  refuseStaffLeaving,
  refuseStaffToOthers,
  refuseStale,
  refuseSuperAdminToOthers,
} from './user-rules.ts';
import { readUserOrRefuse, requireCompany } from './users.service.ts';

export interface UserChangesService {
  create(actor: Actor, body: CreateUserBody): Promise<User>;
  update(actor: Actor, id: string, body: UpdateUserBody): Promise<User>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createUserChangesService(
  database: Database,
  passwords: Passwords,
): UserChangesService {
  /** Outside a transaction: hashing takes tens of milliseconds and must not hold a connection. */
  function hashOf(password: string): Promise<string> {
    refuseCommonPassword(password, 'password');
    return passwords.hash(password);
  }

  return {
    create: async (actor, body) => {
      const passwordHash = await hashOf(body.password);
      return database.within(actor.scope, (db) => create(db, actor, body, passwordHash));
    },

    update: async (actor, id, body) => {
      const { password } = body;
      // No hash for a change that the service refuses anyway.
      const isHashed = password !== undefined && maySetPassword(actor, id);
      const passwordHash = isHashed ? await hashOf(password) : null;
      return database.within(actor.scope, (db) => update(db, actor, id, body, passwordHash));
    },

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const user = await lockUserOrRefuse(db, id);
        if (actor.userId === id) throw forbidden('You cannot delete your own user');
        refuseStaffToOthers(actor, user);
        await refuseSuperAdminToOthers(db, actor, user.roles);
        await refuseLosingLastSuperAdmin(db, user, null);
        await refuseLosingLastCompanyAdmin(db, actor, user, null);
        await deleteUser(db, id);
        await endSessions(db, id, actor.tokenHash);
        await audit(db, actor, {
          action: 'users.remove',
          ...aboutUser(user),
          details: { name: `${user.first_name} ${user.last_name}` },
        });
      }),
  };
}

async function create(
  db: Db,
  actor: Actor,
  body: CreateUserBody,
  password_hash: string,
): Promise<User> {
  const id = uuidV7();
  await requireCompany(db, body.companyId);
  const user = {
    first_name: body.firstName,
    last_name: body.lastName,
    username: body.username,
    email: body.email,
    phone_number: body.phoneNumber || null,
    company_id: body.companyId,
    is_active: body.isActive,
  };
  await insertUser(db, id, { ...user, password_hash }).catch(refuseTaken);
  await addRole(db, id, chosenRole(body.roles) ?? builtInRoles.clientUser);
  const created = await readUserOrRefuse(db, id);
  await audit(db, actor, {
    action: 'users.create',
    ...aboutUser({ id, company_id: body.companyId }),
    details: { name: created.name, role: created.role },
  });
  return created;
}

async function update(
  db: Db,
  actor: Actor,
  id: string,
  body: UpdateUserBody,
  passwordHash: string | null,
): Promise<User> {
  const before = await lockUserOrRefuse(db, id);
  refuseStaffToOthers(actor, before);
  await refuseSuperAdminToOthers(db, actor, before.roles);
  if (body.password !== undefined) refusePassword(actor, id);
  refuseStale(before, body.updatedAt);
  const seen = await readUserOrRefuse(db, id);
  const after = await valuesAfter(db, actor, before, body);
  const role = newCompanyRole(before, body);
  if (role) refuseOwnRoles(actor, before);
  if (before.is_active && !after.is_active && actor.userId === id) {
    throw forbidden('You cannot deactivate yourself', 'isActive');
  }
  await refuseLosingLastSuperAdmin(db, before, { ...after, roles: before.roles });
  await refuseLosingLastCompanyAdmin(db, actor, before, { is_active: after.is_active, role });

  await updateUser(db, id, after, passwordHash).catch(refuseTaken);
  if (role) await replaceCompanyRole(db, id, role);
  // Ends the sessions: the browser keeps the company from sign-in and would request the wrong one.
  const isMoved = before.company_id !== after.company_id;
  if (!after.is_active || passwordHash !== null || isMoved) {
    await endSessions(db, id, actor.tokenHash);
  }
  const user = await readUserOrRefuse(db, id);
  const { changed, ...values } = changesOf(
    { ...toldOf(seen), isStaff: before.is_staff },
    { ...toldOf(user), isStaff: after.is_staff },
  );
  const alsoChanged = passwordHash === null ? [] : ['password'];
  await audit(db, actor, {
    action: 'users.update',
    ...aboutUser({ id, company_id: after.company_id }),
    details: { changed: [...changed, ...alsoChanged], ...values },
  });
  return user;
}

/** The audited fields of a user. */
function toldOf(user: User) {
  const { firstName, lastName, username, email, phoneNumber, isActive } = user;
  return {
    firstName,
    lastName,
    username,
    email,
    phoneNumber,
    company: user.companyId && { id: user.companyId, name: user.companyName },
    isActive,
    roles: user.roles.map(({ name }) => name),
  };
}

/** The record after the change; omitted fields stay unchanged. */
async function valuesAfter(
  db: Db,
  actor: Actor,
  before: UserToChange,
  body: UpdateUserBody,
): Promise<UserValues> {
  const { companyId = before.company_id } = body;
  const isMoved = companyId !== null && companyId !== before.company_id;
  const isOurs = isMoved ? await requireMove(db, actor, before, companyId) : before.is_ours;
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    username: body.username,
    email: body.email,
    phone_number: body.phoneNumber === undefined ? before.phone_number : body.phoneNumber || null,
    company_id: companyId,
    is_active: body.isActive ?? before.is_active,
    is_staff: before.is_staff && isOurs,
  };
}

/** Whether the target is Head Office. */
async function requireMove(
  db: Db,
  actor: Actor,
  before: UserToChange,
  companyId: string,
): Promise<boolean> {
  if (!actor.isStaff) {
    throw forbidden('Only administrators can move a user to another company', 'companyId');
  }
  const company = await requireCompany(db, companyId);
  if (!company.is_head_office) refuseStaffLeaving(before.roles);
  return company.is_head_office;
}

/** The role chosen in the client portal, if it differs from the current one. */
function newCompanyRole(before: UserToChange, body: UpdateUserBody): string | undefined {
  const chosen = chosenRole(body.roles);
  const held = before.roles.map(({ id }) => id).filter((id) => companyRoleIds.includes(id));
  const isShown = before.roles[0]?.id === chosen;
  return isShown && held.length === 1 ? undefined : chosen;
}

export async function lockUserOrRefuse(db: Db, id: string): Promise<UserToChange> {
  const user = await lockUser(db, id);
  if (!user) throw notFound('User not found');
  return user;
}

function refuseTaken(error: unknown): never {
  switch (violatedUnique(error)) {
    case 'users_email_key':
      throw alreadyInUse('email', 'Email is already in use');
    case 'users_username_key':
      throw alreadyInUse('username', 'Username is already in use');
    default:
      throw error;
  }
}

export function aboutUser(user: Pick<UserToChange, 'id' | 'company_id'>) {
  return { subject: { type: 'users', id: user.id }, companyId: user.company_id };
}
