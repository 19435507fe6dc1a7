import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

/**
 * Slows guessing down without locking anyone out: after a few free failures each further one
 * doubles the wait. Kept in the database, so that all instances count together.
 */
interface Limit {
  readonly freeFailures: number;
  readonly longestWaitSeconds: number;
}

/** An address may be a whole office behind one router, so it gets more room than an account. */
const limits: Record<'account' | 'address', Limit> = {
  account: { freeFailures: 5, longestWaitSeconds: 300 },
  address: { freeFailures: 50, longestWaitSeconds: 300 },
};
/** A quiet hour forgets what was counted. */
const forgetAfter = '1 hour';

export interface ThrottleKeys {
  readonly account: string;
  readonly address: string;
}

function keysOf(keys: ThrottleKeys): [string, string] {
  return [`sign-in:account:${keys.account}`, `sign-in:address:${keys.address}`];
}

export async function refuseWhileThrottled(db: Db, keys: ThrottleKeys): Promise<void> {
  const blocked = await db.row<{ seconds: number }>(
    `select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds
     from throttles where key = any($1) and blocked_until > now()`,
    [keysOf(keys)],
  );
  if (!blocked?.seconds) return;
  throw new AppError('too_many_requests', {
    message: `Too many failed sign-ins. Try again in ${blocked.seconds} seconds.`,
    retryAfterSeconds: blocked.seconds,
  });
}

export async function recordFailure(db: Db, keys: ThrottleKeys): Promise<void> {
  const [account, address] = keysOf(keys);
  await countFailure(db, account, limits.account);
  await countFailure(db, address, limits.address);
  // Somebody who tries a million names must not leave a million rows.
  await db.rows(
    `delete from throttles where key in
       (select key from throttles where last_failure_at < now() - $1::interval limit 20)`,
    [forgetAfter],
  );
}

async function countFailure(db: Db, key: string, limit: Limit): Promise<void> {
  await db.rows(
    `insert into throttles as t (key, failures, last_failure_at, blocked_until)
     values ($1, 1, now(), now())
     on conflict (key) do update set
       failures = case when t.last_failure_at < now() - $4::interval then 1 else t.failures + 1 end,
       last_failure_at = now(),
       blocked_until = case
         when t.last_failure_at < now() - $4::interval or t.failures + 1 < $2 then now()
         else now() + make_interval(secs => least($3, 2 ^ least(t.failures + 1 - $2, 12)))
       end`,
    [key, limit.freeFailures, limit.longestWaitSeconds, forgetAfter],
  );
}

/** A right password clears the account, not the address: other accounts may be under attack. */
export async function forgetFailures(db: Db, keys: ThrottleKeys): Promise<void> {
  await db.rows('delete from throttles where key = $1', [keysOf(keys)[0]]);
}
