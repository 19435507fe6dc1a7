import type { Db } from '../db/database.ts';
import type { Trip } from './signs.ts';
import { thresholds } from './thresholds.ts';

/* What the watcher writes: brakes, their seals, and its pulse. */

export interface Brake {
  readonly id: string;
  readonly company_id: string | null;
  readonly is_on: boolean;
  readonly is_recent: boolean;
  readonly is_by_person: boolean;
  readonly seal: Buffer | null;
  /** Until then two people could look at what it held; null while it is on. */
  readonly looked_until_ms: number | null;
}

/** The brakes that are on, also those that are only stops yet, and those that ended within a day. */
export function listBrakes(db: Db): Promise<Brake[]> {
  return db.rows<Brake>(
    `select b.id, b.company_id, b.ended_at is null as is_on, b.sign = 'person' as is_by_person,
       b.tripped_at > now() - $1 * interval '1 millisecond' as is_recent, b.seal,
       extract(epoch from b.looked_until)::float8 * 1000 as looked_until_ms
     from payout_brakes b
     where b.ended_at is null or b.ended_at > now() - interval '1 day'
     union all
     select '00000000-0000-0000-0000-000000000000', s.company_id, true, false,
       s.stopped_at > now() - $1 * interval '1 millisecond', null, null
     from watcher_stops s`,
    [thresholds.manyCompanies.trippedWithinMs],
  );
}

/** From the commit on, no claim sends these payouts. */
export async function stopPayouts(db: Db, trip: Trip): Promise<void> {
  const { companyId, sign, reason, figures } = trip;
  await db.rows('select watcher_stop($1, $2, $3, $4)', [
    companyId,
    sign,
    reason,
    JSON.stringify(figures),
  ]);
}

interface Stop {
  readonly company_id: string | null;
}

/** Stops that are no brakes yet, in any order, so that none keeps the others waiting for ever. */
export function listStops(db: Db): Promise<Stop[]> {
  return db.rows<Stop>('select company_id from watcher_stops order by random()');
}

/** Makes a brake of a stop. */
export async function tripBrake(db: Db, { company_id }: Stop): Promise<void> {
  await db.rows(
    `select brake_trip_by_watcher(s.company_id, s.sign, s.reason, s.figures)
     from watcher_stops s where s.company_id is not distinct from $1`,
    [company_id],
  );
}

/** Whoever has the login of requests can keep locks for as long as they like: it is tried again later. */
export async function waitShortly(db: Db): Promise<void> {
  await db.rows("set local lock_timeout = '200ms'");
}

/** The brakes that nobody can end yet. */
export async function listUnsealed(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'select id from payout_brakes where ended_at is null and seal is null',
  );
  return rows.map(({ id }) => id);
}

/** False if the credentials are encrypted with other keys. The first key sealed it. */
export async function sealBrake(
  db: Db,
  brakeId: string,
  seal: Buffer,
  keyNames: readonly string[],
): Promise<boolean> {
  const row = await db.row<{ is_sealed: boolean }>('select brake_seal($1, $2, $3) as is_sealed', [
    brakeId,
    seal,
    keyNames,
  ]);
  return row?.is_sealed ?? false;
}

export async function beat(
  db: Db,
  watcherId: string,
  snapshot: string,
  keyNames: readonly string[],
  figures: object,
): Promise<void> {
  await db.rows('select watcher_beat($1, $2, $3, $4)', [
    watcherId,
    snapshot,
    keyNames,
    JSON.stringify(figures),
  ]);
}
