import { mayChangePerson, mayGiveRole, powerOf } from '@sente/contract/power';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField } from '../http/app-error.ts';
import { isCommonPassword } from '../security/passwords.ts';
import { builtInRoles } from './built-in-roles.ts';
import { hasGrantHolder, hasOtherCompanyAdmin } from './last-holders.ts';
import type { HeldRole, UserToChange } from './user-changes.queries.ts';

/** The caller may never do this; names the field that was not allowed. */
export function forbidden(message: string, field?: string): AppError {
  return new AppError('forbidden', { message, ...(field && { fields: { [field]: message } }) });
}

/** Not possible in the record's current state. */
function refused(message: string, field?: string): AppError {
  return new AppError('refused', { message, ...(field && { fields: { [field]: message } }) });
}

export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw invalidField(field, 'This password is one of the most common ones. Choose another.');
}

/** Letters and digits only: Demo-One is Demo One. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A name of two letters may be in any password. */
const shortestName = 3;

/** For a password that people choose for themselves; `names`: theirs and that of their company. */
export async function refuseWeakPassword(
  password: string,
  names: readonly (string | null)[],
  field: string,
): Promise<void> {
  await refuseCommonPassword(password, field);
  const text = lettersOf(password);
  // Of an email, what is before the at sign.
  const words = names.map((name) => lettersOf(name?.split('@', 1)[0] ?? ''));
  if (!words.some((word) => word.length >= shortestName && text.includes(word))) return;
  throw invalidField(field, 'The password must not contain your name or that of your company');
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

/** Nobody changes a person who may do more; role names play no part in it. */
export function refuseBeyond(actor: Actor, user: UserToChange): void {
  if (actor.userId === user.id) return;
  const permissions = user.roles.flatMap((role) => role.permissions);
  if (mayChangePerson(powerOf(actor), { isStaff: user.is_staff, permissions })) return;
  throw forbidden('This person may do more than you, so you cannot change them');
}

/** The role is given or taken away. */
export function refuseRoleBeyond(actor: Actor, role: HeldRole): void {
  const own = powerOf(actor);
  if (role.is_staff && !own.has('staffGrants')) {
    throw forbidden('Only staff who may grant staff roles can do this', 'roles');
  }
  if (mayGiveRole(own, { isStaff: role.is_staff, permissions: role.permissions })) return;
  throw forbidden('This role allows more than you may do yourself', 'roles');
}

/** Whoever has it manages people or the settings of sign-ins; staff manage those of everybody. */
export function isAdministratorRole({
  is_staff,
  permissions,
}: Pick<HeldRole, 'is_staff' | 'permissions'>): boolean {
  return is_staff || permissions.some((name) => administratorPermissions.has(name));
}
const administratorPermissions = new Set(['canManageUsers', 'canManageCompany']);

/** Whoever gives it shows that it is them: it administers, or moves money. */
export function isGuardedRole(role: Pick<HeldRole, 'is_staff' | 'permissions'>): boolean {
  return isAdministratorRole(role) || role.permissions.some((name) => moneyPermissions.has(name));
}
const moneyPermissions = new Set(['canApprovePayouts', 'canManageAccounts']);

export const roleChanged = 'Somebody else changed this role in the meantime. Look again.';

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

type Standing = Pick<UserToChange, 'company_id' | 'is_active' | 'is_staff' | 'is_ours' | 'roles'>;

/** `after`: the user after the change; null if deleted. */
export async function refuseLosingLast(
  db: Db,
  user: UserToChange,
  after: Standing | null,
): Promise<void> {
  if (grantsStaffRoles(user) && !(after && grantsStaffRoles(after))) {
    if (!(await hasGrantHolder(db, user.id))) throw refused(lastGrantHolder);
  }
  const { company_id } = user;
  if (company_id === null || !isAdminOf(company_id, user)) return;
  if (after && isAdminOf(company_id, after)) return;
  if (await hasOtherCompanyAdmin(db, company_id, user.id)) return;
  throw refused('This is the last active Admin of the company. Make somebody else Admin first.');
}

export const lastGrantHolder =
  'Nobody else who is active may grant staff roles. Give somebody else that permission first.';

function grantsStaffRoles(user: Standing): boolean {
  if (!user.is_active || !user.is_staff || !user.is_ours) return false;
  return user.roles.some(({ permissions }) => permissions.includes('staffGrants'));
}

function isAdminOf(companyId: string, user: Standing): boolean {
  return (
    user.is_active &&
    user.company_id === companyId &&
    user.roles.some(({ id }) => id === builtInRoles.clientAdmin)
  );
}
