import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { giveBackNameClash, takeNameClash } from '../security/throttle.ts';

/**
 * Emails and usernames are unique among all companies, so whoever is told that one is in use learns of
 * people elsewhere. A company is told a few times an hour: enough for mistakes, too few to try a list. The
 * budget is taken before the change and given back unless there was a clash, so that what comes after the
 * last one tells nothing either.
 */
export async function withinClashes<T>(
  database: Database,
  actor: Actor,
  change: () => Promise<T>,
): Promise<T> {
  if (actor.isStaff) return change();
  const asker = actor.companyId ?? actor.userId;
  const giveBack = () => database.within(platformScope, (db) => giveBackNameClash(db, asker));
  await database.within(platformScope, (db) => takeNameClash(db, asker));
  const result = await change().catch(async (error: unknown) => {
    const isClash = error instanceof AppError && error.code === 'already_in_use';
    if (!isClash) await giveBack();
    throw error;
  });
  await giveBack();
  return result;
}
