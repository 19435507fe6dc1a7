import type { Db } from '../../db/database.ts';

/** When the payouts of all companies were stopped; null while they go on. */
export async function readAllStopped(db: Db): Promise<Date | null> {
  const row = await db.row<{ at: Date }>(
    'select tripped_at as at from payout_brakes where company_id is null and ended_at is null',
  );
  return row?.at ?? null;
}
