import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

/**
 * Slows down guessing without locking anyone out: after a few free attempts each further one
 * doubles the wait. Stored in the database, so that all instances count together. An attempt is
 * counted before its password is checked, so that parallel attempts count like sequential ones.
 */
interface Limit {
  readonly freeAttempts: number;
  readonly longestWaitSeconds: number;
}

const firstWaitSeconds = 5;
/** Counters expire after an hour without attempts. */
const forgetAfter = '1 hour';

const limits = {
  /** Guessing one user's password from one address. */
  pair: { freeAttempts: 5, longestWaitSeconds: 300 },
  /**
   * Guessing one user's password from many addresses. Short, because strangers must not lock the
   * user out.
   */
  account: { freeAttempts: 20, longestWaitSeconds: firstWaitSeconds },
  /** One address trying many users; it may be an office behind one router. */
  address: { freeAttempts: 50, longestWaitSeconds: 300 },
} satisfies Record<string, Limit>;

/** One sign-in attempt. `account` is the user's id, or the typed email of an unknown user. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

function keysOf({ account, address }: Attempt) {
  return {
    account: `sign-in:account:${account}`,
    address: `sign-in:address:${address}`,
    pair: `sign-in:pair:${account}:${address}`,
  };
}

/** Counts the attempt, or refuses it with the time to wait. */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const named = keysOf(attempt);
  const keys = Object.values(named);
  // Rows are created first and then locked in a fixed order: parallel attempts queue instead of
  // deadlocking.
  await db.rows(
    `insert into throttles (key, failures, last_failure_at, blocked_until)
     select key, 0, now(), now() from unnest($1::text[]) as key order by key
     on conflict (key) do nothing`,
    [keys],
  );
  await db.rows('select 1 from throttles where key = any($1) order by key for update', [keys]);
  await refuseWhileBlocked(db, keys);
  await countOne(db, named.account, limits.account);
  await countOne(db, named.address, limits.address);
  await countOne(db, named.pair, limits.pair);
  await forgetOld(db);
}

async function refuseWhileBlocked(db: Db, keys: readonly string[]): Promise<void> {
  // Not now(), which is the start of the transaction, before it waited for the lock.
  const blocked = await db.row<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(blocked_until) - clock_timestamp()))::int as seconds
     from throttles where key = any($1) and blocked_until > clock_timestamp()`,
    [keys],
  );
  if (!blocked?.seconds) return;
  throw new AppError('too_many_requests', {
    message: `Too many failed sign-ins. Try again in ${blocked.seconds} s.`,
    retryAfterSeconds: blocked.seconds,
  });
}

async function countOne(db: Db, key: string, limit: Limit): Promise<void> {
  await db.rows(
    `update throttles set
       failures = counted,
       last_failure_at = clock_timestamp(),
       blocked_until = clock_timestamp() + make_interval(secs =>
         case when counted < $2 then 0 else least($3, $4 * 2 ^ least(counted - $2, 12)) end)
     from (
       select case when last_failure_at < now() - $5::interval then 1 else failures + 1 end as counted
       from throttles where key = $1
     ) before
     where key = $1`,
    [key, limit.freeAttempts, limit.longestWaitSeconds, firstWaitSeconds, forgetAfter],
  );
}

/** The password was correct, so the attempt does not count. */
export async function uncountAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { account, address, pair } = keysOf(attempt);
  await db.rows('delete from throttles where key = $1', [pair]);
  await db.rows(
    `update throttles set failures = greatest(failures - 1, 0), blocked_until = now()
     where key = any($1)`,
    [[account, address]],
  );
}

/** Removes expired rows, so that a million attempted names do not leave a million rows. */
async function forgetOld(db: Db): Promise<void> {
  await db.rows(
    `delete from throttles where key in (
       select key from throttles where last_failure_at < now() - $1::interval
       limit 20 for update skip locked
     )`,
    [forgetAfter],
  );
}
