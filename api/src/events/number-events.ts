import type { Db } from '../db/database.ts';

/** Numbers what was committed since; returns the last number. */
export async function numberEvents(db: Db, companyId: string): Promise<number> {
  const row = await db.row<{ last: string }>('select events_number($1) as last', [companyId]);
  return Number(row?.last ?? 0);
}
