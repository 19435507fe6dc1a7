import type { ExpectedWait, StatusDay } from '@sente/contract/status';
import { leastPaymentsForWait, statusDays } from '@sente/contract/status';
import type { Db } from '../db/database.ts';

export interface WaitRow extends ExpectedWait {
  readonly network: string;
}

/**
 * From the request until the payer had approved it. Successes that people booked later say nothing about
 * how long a payer takes.
 */
export function readWaits(db: Db, networks: readonly string[]): Promise<WaitRow[]> {
  return db.rows(
    `select network, took[1] as "medianSeconds", took[2] as "slowSeconds"
     from (
       select p.network, count(*) as count,
         percentile_disc(array[0.5, 0.9]) within group (
           order by ceil(extract(epoch from p.finished_at - p.created_at))::float8
         ) as took
       from payments p
       where p.network = any ($1) and p.finished_at > now() - interval '1 hour'
         and p.status = 'SUCCESS' and p.direction = 'collection' and p.origin <> 'import'
         and not exists (select from payment_reviews r where r.payment_id = p.id)
       group by p.network
     ) hour
     where count >= $2`,
    [networks, leastPaymentsForWait],
  );
}

export interface HistoryRow extends StatusDay {
  /** Null: the books. */
  readonly network: string | null;
}

/** Oldest first, and only the days on which somebody looked. */
export function readHistory(db: Db): Promise<HistoryRow[]> {
  return db.rows(
    `select null as network, kampala_day(finished_at)::text as day, count(*)::int as looks,
       0 as degraded, count(*) filter (where violations <> '[]')::int as bad
     from ledger_checks
     where finished_at >= (kampala_day(now()) - ($1::int - 1))::timestamp at time zone interval '3 hours'
     group by 2
     union all
     select network, day::text, minutes, degraded, down from network_days
     where day > kampala_day(now()) - $1::int
     order by day`,
    [statusDays],
  );
}

export async function readToday(db: Db): Promise<string> {
  const row = await db.row<{ day: string }>('select kampala_day(now())::text as day');
  return row?.day ?? '';
}
