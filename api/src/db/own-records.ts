import type { Db } from './database.ts';
import { lockKeys } from './lock-keys.ts';

/** One request of a person after the other, until this transaction ends, so that a limit holds. */
export async function holdOwnRecords(db: Db, userId: string): Promise<void> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    userId,
    lockKeys.ownRecords,
  ]);
}
