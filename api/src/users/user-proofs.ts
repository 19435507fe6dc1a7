import type { CreateUserBody, UpdateUserBody } from '@sente/contract/users';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { proofIn, type Prove } from '../security/proof.ts';
import { builtInRoles, chosenRole } from './built-in-roles.ts';
import { holdRole, type HeldRole, type UserToChange } from './user-changes.queries.ts';
import { isGuardedRole, refuseBeyond, refusePassword, refuseRoleBeyond } from './user-rules.ts';
import { newCompanyRole } from './user-values.ts';
import { lockUserOrRefuse, requireCompany } from './users.service.ts';

const ownEmailMessage = 'Enter your current password to change your email';

/** A stolen session must change nobody's sign-in, and make nobody who could. */
interface UserProofs {
  /** Both: whether it was asked for, without which nothing may touch a sign-in. */
  ofNew(actor: Actor, body: CreateUserBody): Promise<boolean>;
  ofChange(actor: Actor, id: string, body: UpdateUserBody): Promise<boolean>;
}

export function createUserProofs(database: Database, prove: Prove): UserProofs {
  return {
    async ofNew(actor, body) {
      const role = await database.within(actor.scope, (db) => roleOfNew(db, actor, body));
      // Whoever typed a password can sign in with it.
      const isTouched = body.password !== undefined || isGuardedRole(role);
      if (isTouched) await prove(actor, proofIn(body), 'users.create', 'lately');
      return isTouched;
    },

    async ofChange(actor, id, body) {
      if (actor.userId === id) {
        // The own email is where a sign-in is recovered.
        if (body.email === actor.email) return false;
        if (body.currentPassword === undefined) {
          throw invalidField('currentPassword', ownEmailMessage);
        }
        await prove(actor, proofIn(body), 'users.update');
        return true;
      }
      const isTouched = await database.within(actor.scope, async (db) =>
        touchesSignIn(db, actor, await lockForChange(db, actor, id, body), body),
      );
      if (isTouched) await prove(actor, proofIn(body), 'users.update', 'lately');
      return isTouched;
    },
  };
}

/** Not beyond the reach of whoever changes it. */
export async function lockForChange(
  db: Db,
  actor: Actor,
  id: string,
  body: UpdateUserBody,
): Promise<UserToChange> {
  const chosen = chosenRole(body.roles);
  if (chosen) await holdRole(db, chosen);
  const before = await lockUserOrRefuse(db, id);
  refuseBeyond(actor, before);
  if (body.password !== undefined) refusePassword(actor, id);
  refuseOlder('this user', body.updatedAt, before.updated_at);
  return before;
}

/** Whether whoever enters this could sign in as the person, or gives power over the sign-ins of others. */
export async function touchesSignIn(
  db: Db,
  actor: Actor,
  before: UserToChange,
  body: UpdateUserBody,
): Promise<boolean> {
  if (body.email !== before.email || body.password !== undefined) return true;
  if (!before.is_active && body.isActive) return true;
  const chosen = newCompanyRole(before, body);
  const isMoved = body.companyId !== undefined && body.companyId !== before.company_id;
  // They are invited anew, and without mail the link is handed over.
  if (before.is_pending && (chosen !== undefined || isMoved)) return true;
  if (isMoved && before.roles.some(isGuardedRole)) return true;
  return chosen !== undefined && isGuardedRole(await companyRole(db, actor, chosen));
}

export async function roleOfNew(db: Db, actor: Actor, body: CreateUserBody): Promise<HeldRole> {
  await requireCompany(db, body.companyId);
  return companyRole(db, actor, chosenRole(body.roles) ?? builtInRoles.clientUser);
}

/** One of the three roles that the client portal knows, if the actor may give it. */
export async function companyRole(db: Db, actor: Actor, id: string): Promise<HeldRole> {
  const role = await holdRole(db, id);
  if (!role) throw notFound('Role not found');
  refuseRoleBeyond(actor, role);
  return role;
}
