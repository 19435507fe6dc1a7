import type { User } from '@sente/contract/users';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { shownRole } from './built-in-roles.ts';
import type { HeldRole } from './user-changes.queries.ts';
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

/** What somebody else changed. */
export async function tellOfChange(
  db: Db,
  actor: Actor,
  user: User,
  change: {
    readonly isTyped: boolean;
    readonly isNewEmail: boolean;
    readonly role?: HeldRole | undefined;
  },
): Promise<void> {
  if (change.isTyped) await tellOfPerson(db, actor, user, { what: 'password-typed' });
  if (change.isNewEmail) await tellOfPerson(db, actor, user, { what: 'email-entered' });
  if (change.role) await tellIfAdministrator(db, actor, user, change.role);
}

/** Tells who else administers the company of the person, or staff if it is the provider's. */
export function tellOfPerson(
  db: Db,
  actor: Actor,
  { id, name, companyId, canBeStaff }: User,
  what: { readonly what: Loosening; readonly role?: string; readonly askedBy?: string | null },
): Promise<void> {
  return tellAdministrators(db, actor, {
    ...what,
    companyId: canBeStaff ? null : companyId,
    person: { id, name },
  });
}
