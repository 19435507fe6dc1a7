import type { User } from '@sente/contract/users';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { companyRoleIds, shownRole } from './built-in-roles.ts';
import type { HeldRole, UserToChange } from './user-changes.queries.ts';
import { isAdministratorRole } from './user-rules.ts';
import { tellAdministrators, type Loosening } from '../notifications/protection.ts';

/** Whoever gets a role that has power over the sign-ins of others; `askedBy`: if it waited for a second person. */
export async function tellIfAdministrator(
  db: Db,
  actor: Actor,
  user: User,
  role: HeldRole,
  askedBy: string | null = null,
): Promise<void> {
  if (!isAdministratorRole(role)) return;
  await tellOfPerson(db, actor, user, { what: 'administrator', role: shownRole(role), askedBy });
}

/** What somebody else changed. Who is moved brings their roles to the people of another company. */
export async function tellOfChange(
  db: Db,
  actor: Actor,
  { before, user }: { readonly before: UserToChange; readonly user: User },
  change: {
    readonly isTyped: boolean;
    readonly isNewEmail: boolean;
    readonly role?: HeldRole | undefined;
  },
): Promise<void> {
  // Those whose colleague it was: nobody of the new company knows the person.
  const former = { ...user, companyId: before.company_id, canBeStaff: before.is_ours };
  if (change.isTyped) await tellOfPerson(db, actor, former, { what: 'password-typed' });
  if (change.isNewEmail) await tellOfPerson(db, actor, former, { what: 'email-entered' });
  const isMoved = before.company_id !== user.companyId;
  const held = [...(change.role ? [change.role] : []), ...keptRoles(before, change.role)];
  const power = held.find(isAdministratorRole);
  if (!power) return;
  if (power === change.role || isMoved) await tellIfAdministrator(db, actor, user, power);
  else if (!before.is_active && user.isActive) {
    await tellOfPerson(db, actor, user, { what: 'activated', role: shownRole(power) });
  }
}

/** A chosen role takes the place of another one of the three that companies give. */
function keptRoles({ roles }: UserToChange, chosen: HeldRole | undefined): readonly HeldRole[] {
  return chosen ? roles.filter(({ id }) => !companyRoleIds.includes(id)) : roles;
}

/** Tells who else administers the company of the person, or staff if it is the provider's. */
export function tellOfPerson(
  db: Db,
  actor: Actor,
  { id, name, companyId, canBeStaff }: Pick<User, 'id' | 'name' | 'companyId' | 'canBeStaff'>,
  what: { readonly what: Loosening; readonly role?: string; readonly askedBy?: string | null },
): Promise<void> {
  return tellAdministrators(db, actor, {
    ...what,
    companyId: canBeStaff ? null : companyId,
    person: { id, name },
  });
}
