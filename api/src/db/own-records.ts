import type { Db } from './database.ts';
import { lockKeys } from './lock-keys.ts';

/** One request of a person, or of a company, after the other, until this transaction ends, so that a limit holds. */
export async function holdOwnRecords(db: Db, ownerId: string): Promise<void> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    ownerId,
    lockKeys.ownRecords,
  ]);
}
