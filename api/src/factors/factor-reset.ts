import type { BodyOf } from '@sente/contract/endpoint';
import type { factors } from '@sente/contract/factors';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { requireAccessNews } from '../security/throttle.ts';
import { hadGrantHolder } from '../users/last-holders.ts';
import { deedOf } from '../users/send-links.ts';
import { endAllSessions } from '../users/sessions.service.ts';
import { forbidden, refuseBeyond } from '../users/user-rules.ts';
import { aboutUser, lockUserOrRefuse, readUserOrRefuse } from '../users/users.service.ts';
import { factorResetLetter } from '../mail/factor-letters.ts';
import { deleteFactors, findFactors, hasFactor } from './factors.queries.ts';

/**
 * Somebody has lost phone and recovery codes. Nobody removes the factor of a person who may do more, and
 * for staff a second person has to agree; a company decides about its own people.
 */
export interface FactorResets {
  /** Returns the id of the request, if it waits for a second person. */
  reset(actor: Actor, userId: string, body: ResetBody): Promise<string | null>;
}

type ResetBody = BodyOf<typeof factors.reset>;

export function createFactorResets(database: Database, mailer: Mailer, prove: Prove): FactorResets {
  return {
    async reset(actor, userId, { reason, ...proof }) {
      // In the own scope first, which hides people of other companies.
      await database.within(actor.scope, (db) => lookUp(db, actor, userId));
      await database.within(platformScope, (db) => requireFactor(db, userId));
      await prove(actor, proof, 'factors.reset');
      return database.within({ ...actor.scope, platform: true }, async (db) => {
        const user = await lookUp(db, actor, userId);
        await requireFactor(db, userId);
        if (user.is_staff && (await hadGrantHolder(db, actor.userId, userId))) {
          const approvalId = await ask(db, actor, {
            kind: 'factor-reset',
            subject: userId,
            companyId: user.company_id ?? (await findHeadOffice(db)),
            userId,
            note: reason,
            about: { type: 'users', id: userId },
            isWaiting: 'This waits for a second person already',
          });
          await tellPerson(db, mailer, actor, userId, { cause: approvalId, isDone: false });
          return approvalId;
        }
        await removeAll(db, mailer, actor, { userId, reason, askedBy: null });
        return null;
      });
    },
  };
}

/** By the same rules as when it was asked for. */
export function carryOutReset(mailer: Mailer): CarryOut {
  return async (db, approver, { user_id: userId, note, asked_by: askedBy }) => {
    if (!userId) throw new Error('The removal of a second factor without its user');
    await removeAll(db, mailer, approver, { userId, reason: note, askedBy });
    return null;
  };
}

async function lookUp(db: Db, actor: Actor, userId: string) {
  const user = await lockUserOrRefuse(db, userId);
  if (actor.userId === userId) {
    throw forbidden('Remove your own second factor in Settings, with a code or a recovery code');
  }
  refuseBeyond(actor, user);
  return user;
}

async function requireFactor(db: Db, userId: string): Promise<void> {
  const factors = await findFactors(db, userId);
  if (!factors || !hasFactor(factors)) throw refused('This person has no second factor');
}

interface Removal {
  readonly userId: string;
  readonly reason: string | null;
  /** Null if nobody had to approve it. */
  readonly askedBy: string | null;
}

async function removeAll(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  { userId, reason, askedBy }: Removal,
): Promise<void> {
  const user = await lookUp(db, actor, userId);
  await requireFactor(db, userId);
  await deleteFactors(db, userId);
  await endAllSessions(db, userId);
  await audit(db, actor, {
    action: 'factors.reset',
    ...aboutUser(user),
    ...(reason && { details: { reason } }),
  });
  await tellPerson(db, mailer, actor, userId, { cause: actor.origin.requestId, isDone: true });
  await tellAdministrators(db, actor, {
    what: 'factor-removed',
    companyId: user.is_staff ? null : user.company_id,
    person: { id: user.id, name: `${user.first_name} ${user.last_name}` },
    askedBy,
  });
}

async function tellPerson(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  userId: string,
  { cause, isDone }: { readonly cause: string; readonly isDone: boolean },
): Promise<void> {
  if (mailer.delivery === 'none') return;
  const { email, firstName, companyName } = await readUserOrRefuse(db, userId);
  await requireAccessNews(db, 'factor-reset', email);
  const told = { userId, firstName, companyName };
  const kind = isDone ? 'factor-reset' : 'factor-reset-asked';
  await mailer.queue(db, {
    to: email,
    userId,
    kind,
    eventKey: `${kind}:${cause}:${userId}`,
    usefulForMs: 24 * 3_600_000,
    letter: factorResetLetter(told, deedOf(mailer, told, actor), isDone),
  });
}
