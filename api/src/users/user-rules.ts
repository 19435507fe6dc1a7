import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField } from '../http/app-error.ts';
import { isCommonPassword } from '../security/passwords.ts';
import { builtInRoles } from './built-in-roles.ts';
import {
  hasOtherCompanyAdmin,
  hasOtherSuperAdmin,
  rolesHeldBy,
  type HeldRole,
  type UserToChange,
} from './user-changes.queries.ts';

/** The caller may never do this; names the field that was not allowed. */
export function forbidden(message: string, field?: string): AppError {
  return new AppError('forbidden', { message, ...(field && { fields: { [field]: message } }) });
}

/** Not possible in the record's current state. */
function refused(message: string, field?: string): AppError {
  return new AppError('refused', { message, ...(field && { fields: { [field]: message } }) });
}

export function refuseCommonPassword(password: string, field: string): void {
  if (!isCommonPassword(password)) return;
  throw invalidField(field, 'This password is one of the most common ones. Choose another.');
}

/**
 * Also in Head Office, which has staff and others: a person who sets a password can sign in with
 * it.
 */
export function refuseStaffToOthers(actor: Actor, user: UserToChange): void {
  if (actor.isStaff || !user.is_staff) return;
  throw forbidden('Only administrators can change a member of staff');
}

/**
 * A person who sets a password can sign in with it, so company users set only a new user's
 * password.
 */
export function maySetPassword(actor: Actor, userId: string): boolean {
  return actor.isStaff && actor.userId !== userId;
}

export function refusePassword(actor: Actor, userId: string): void {
  if (maySetPassword(actor, userId)) return;
  throw forbidden(
    actor.userId === userId
      ? 'Change your own password in Settings, with the current one'
      : 'Only an administrator can set the password of another user',
    'password',
  );
}

/**
 * Staff cannot exceed their own power either. `roles`: held by the user, or to be assigned or
 * removed.
 */
export async function refuseSuperAdminToOthers(
  db: Db,
  actor: Actor,
  roles: readonly HeldRole[],
): Promise<void> {
  if (!roles.some(isSuperAdmin)) return;
  // Read now: sessions do not contain roles.
  if ((await rolesHeldBy(db, actor.userId)).some(isSuperAdmin)) return;
  throw forbidden('Only a SuperAdmin can change a SuperAdmin');
}

/** `basedOn`: the version that the change is based on. */
export function refuseStale(user: UserToChange, basedOn: string | undefined): void {
  if (basedOn === undefined || Date.parse(basedOn) === user.updated_at.getTime()) return;
  throw refused('Someone else changed this user in the meantime. Reload it and try again.');
}

export function refuseOwnRoles(actor: Actor, user: UserToChange): void {
  if (actor.userId === user.id) throw forbidden('You cannot change your own role', 'roles');
}

/**
 * Staff belong to no company or to Head Office; elsewhere the flag would take effect unexpectedly
 * later.
 */
export function refuseStaffInCompany(role: HeldRole): never {
  throw refused(
    `${role.name} is a staff role, and staff belong to Head Office. Move the user there first.`,
  );
}

export function refuseStaffLeaving(roles: readonly HeldRole[]): void {
  const staffRole = roles.find((role) => role.is_staff);
  if (!staffRole) return;
  throw refused(
    `The user holds the staff role ${staffRole.name}, and staff belong to Head Office. Remove the role first.`,
    'companyId',
  );
}

/** `after`: the user after the change; null if deleted. */
export async function refuseLosingLastSuperAdmin(
  db: Db,
  user: UserToChange,
  after: Pick<UserToChange, 'is_active' | 'roles'> | null,
): Promise<void> {
  const wasOne = user.is_staff && user.is_ours && isActiveSuperAdmin(user);
  const staysOne = after !== null && isActiveSuperAdmin(after);
  if (!wasOne || staysOne || (await hasOtherSuperAdmin(db, user.id))) return;
  throw refused('This is the last active SuperAdmin. Make somebody else SuperAdmin first.');
}

/**
 * Company users must leave the company an administrator; staff are exempt. `after`: as above, with
 * the newly assigned role, if any.
 */
export async function refuseLosingLastCompanyAdmin(
  db: Db,
  actor: Actor,
  user: UserToChange,
  after: { readonly is_active: boolean; readonly role: string | undefined } | null,
): Promise<void> {
  if (actor.isStaff) return;
  const { clientAdmin } = builtInRoles;
  const wasOne = user.is_active && user.roles.some(({ id }) => id === clientAdmin);
  const staysOne = after?.is_active === true && (after.role ?? clientAdmin) === clientAdmin;
  if (!wasOne || staysOne || (await hasOtherCompanyAdmin(db, user))) return;
  throw refused('This is the last active Admin of the company. Make somebody else Admin first.');
}

function isActiveSuperAdmin(user: Pick<UserToChange, 'is_active' | 'roles'>): boolean {
  return user.is_active && user.roles.some(isSuperAdmin);
}

/** Imported roles may be spelled differently; they count if they are staff roles. */
const superAdminNames: ReadonlySet<string> = new Set(['superadmin', 'super_admin']);

function isSuperAdmin(role: HeldRole): boolean {
  if (!role.is_staff) return false;
  return role.id === builtInRoles.superAdmin || superAdminNames.has(role.name.toLowerCase());
}
