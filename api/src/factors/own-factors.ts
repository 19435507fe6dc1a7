import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import type { Letter } from '../mail/letter.ts';
import { takeAccessNews } from '../security/throttle.ts';
import { aboutUser } from '../users/users.service.ts';
import type { FactorTools } from './factor-proof.ts';
import {
  findFactors,
  hasFactor,
  lockFactors,
  replaceRecoveryCodes,
  type FactorsRow,
} from './factors.queries.ts';

/* What all changes of the own second factor have in common. */

export function aboutOwn(actor: Actor) {
  return aboutUser({ id: actor.userId, company_id: actor.companyId });
}

export function lastFactorStays() {
  return refused('A second factor is required of you, so you cannot remove the last one');
}

export async function lockOwn(db: Db, actor: Actor): Promise<FactorsRow> {
  await lockFactors(db, actor.userId);
  const person = await findFactors(db, actor.userId);
  if (!person) throw notFound('User not found');
  return person;
}

/**
 * Recovery codes stand for a factor; returns whether none is left. Asked again after the lock: two removals
 * that arrive together must not take both.
 */
export async function forgetCodesAfterLast(db: Db, userId: string): Promise<boolean> {
  const left = await findFactors(db, userId);
  if (left && hasFactor(left)) return false;
  if (left?.is_required) throw lastFactorStays();
  await replaceRecoveryCodes(db, userId, []);
  return true;
}

export async function tell(
  db: Db,
  { mailer }: Pick<FactorTools, 'mailer'>,
  { userId, origin }: Actor,
  { email }: FactorsRow,
  kind: string,
  letter: Letter,
): Promise<void> {
  if (!(await takeAccessNews(db, 'factor', email))) return;
  const usefulForMs = 24 * 3_600_000;
  const eventKey = `${kind}:${origin.requestId}`;
  await mailer.queue(db, { to: email, userId, kind, eventKey, usefulForMs, letter });
}
