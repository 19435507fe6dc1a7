import type { ErrorCode } from '@sente/contract/errors';
import type { Database } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { giveBackNameClash, takeNameClash } from '../security/throttle.ts';

/** What a change writes; the person who has it already is nobody else. */
interface Names {
  readonly userId: string | null;
  readonly email: string | undefined;
  readonly username: string | undefined;
}

const texts = {
  users_email_key: { email: 'Email is already in use' },
  users_username_key: { username: 'Username is already in use' },
};

/** The change names a value that somebody has. */
class Clash extends AppError {}

/**
 * Emails and usernames are unique among all companies, so whoever is told that one is in use learns of
 * people elsewhere. A company is told a few times an hour: enough for mistakes, too few to try a list. The
 * budget is taken before the change and given back unless there was a clash, so that what comes after the
 * last one tells nothing either.
 */
export async function withinClashes<T>(
  database: Database,
  actor: Actor,
  names: Names,
  work: () => Promise<T>,
): Promise<T> {
  const change = () =>
    work().catch(async (error: unknown) => {
      throw (await clashOf(database, names, error)) ?? error;
    });
  if (actor.isStaff) return change();
  const asker = actor.companyId ?? actor.userId;
  const giveBack = () => database.within(platformScope, (db) => giveBackNameClash(db, asker));
  await database.within(platformScope, (db) => takeNameClash(db, asker));
  const result = await change().catch(async (error: unknown) => {
    if (!(error instanceof Clash)) await giveBack();
    throw error;
  });
  await giveBack();
  return result;
}

/** A form is told everything at once: the database names only the first value, and a weak password none. */
async function clashOf(database: Database, names: Names, error: unknown): Promise<Clash | null> {
  if (error instanceof AppError && error.code === 'validation_failed') {
    const taken = await takenOf(database, names);
    if (Object.keys(taken).length === 0) return null;
    return clash(error.code, [...error.errors, ...Object.values(taken)], {
      ...error.fields,
      ...taken,
    });
  }
  const violated = violatedUnique(error);
  if (violated !== 'users_email_key' && violated !== 'users_username_key') return null;
  // Whoever had it may have gone in the meantime.
  const fields = { ...(await takenOf(database, names)), ...texts[violated] };
  return clash('already_in_use', Object.values(fields), fields);
}

function clash(code: ErrorCode, errors: string[], fields: Record<string, string>): Clash {
  return new Clash(code, { message: errors.join(', '), errors, fields });
}

async function takenOf(
  database: Database,
  { userId, email, username }: Names,
): Promise<Record<string, string>> {
  const taken = await database.within(platformScope, (db) =>
    db.row<{ email: boolean; username: boolean }>(
      `select coalesce(bool_or(lower(email) = lower($2)), false) as email,
         coalesce(bool_or(lower(username) = lower($3)), false) as username
       from users
       where deleted_at is null and id is distinct from $1 and (lower(email) = lower($2) or lower(username) = lower($3))`,
      [userId, email ?? null, username ?? null],
    ),
  );
  return {
    ...(taken?.email ? texts.users_email_key : {}),
    ...(taken?.username ? texts.users_username_key : {}),
  };
}
