import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { endOfShift } from './till-sessions.queries.ts';

export const isOpen = 's.closed_at is null and s.ends_at > now()';

interface OpenShiftRow {
  readonly till_id: string;
  readonly cashier_name: string;
  readonly opened_at: Date;
}

/** Of all tills that the caller sees. */
export function listOpenShifts(db: Db, tillIds: readonly string[]): Promise<OpenShiftRow[]> {
  return db.rows<OpenShiftRow>(
    `select s.till_id, k.name as cashier_name, s.opened_at
     from till_shifts s join till_cashiers k on k.id = s.cashier_id
     where s.till_id = any ($1::uuid[]) and ${isOpen} order by s.opened_at, s.id`,
    [plainArray(tillIds)],
  );
}

export interface ShiftRecord {
  readonly id: string;
  readonly cashier_name: string;
  readonly device_name: string;
  readonly opened_at: Date;
  readonly ended_at: Date | null;
  readonly ending: 'cashier' | 'manager' | 'idle' | null;
}

const shiftRecord = `select s.id, k.name as cashier_name, d.name as device_name, s.opened_at,
    ${endOfShift} as ended_at,
    case when s.closed_by is not null then 'manager'
      when ${isOpen} then null
      when s.closed_at is null or s.closed_at = s.ends_at then 'idle'
      else 'cashier' end as ending
  from till_shifts s join till_cashiers k on k.id = s.cashier_id join till_devices d on d.id = s.device_id`;

export function listShifts(
  db: Db,
  tillId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ShiftRecord[]> {
  return db.rows<ShiftRecord>(
    `${shiftRecord} where s.till_id = $1 order by s.id desc limit $2 offset $3`,
    [tillId, limit, offset],
  );
}

export function findShift(
  db: Db,
  tillId: string,
  shiftId: string,
): Promise<ShiftRecord | undefined> {
  return db.row<ShiftRecord>(`${shiftRecord} where s.till_id = $1 and s.id = $2`, [
    tillId,
    shiftId,
  ]);
}

export async function countShifts(db: Db, tillId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from till_shifts where till_id = $1',
    [tillId],
  );
  return row?.count ?? 0;
}
