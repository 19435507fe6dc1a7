import type { Db } from './database.ts';
import { lockKeys } from './lock-keys.ts';

/**
 * One change of what a person or a company has after the other, until this transaction ends: so that a limit
 * holds, and that each sees what the one before it changed.
 */
export async function holdOwnRecords(db: Db, ownerId: string): Promise<void> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    ownerId,
    lockKeys.ownRecords,
  ]);
}
