import { networkNames } from '@sente/contract/payments';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { isUnseen } from '../payments/running/unseen.ts';
import type { SeenPayout } from './figures.ts';
import { thresholds } from './thresholds.ts';

export interface Turn {
  /** Milliseconds by the database's clock. */
  readonly now: number;
  /** Which transactions were committed by now. */
  readonly snapshot: string;
  /** The last look of any watcher; null if none ever looked. */
  readonly last: Look | null;
  readonly is_last_own: boolean;
}

/** Which payouts a watcher has seen: those of the transactions that were committed by then. */
export interface Look {
  readonly at: number;
  readonly snapshot: string;
}

export async function readTurn(db: Db, watcherId: string): Promise<Turn> {
  const row = await db.row<Turn>(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as now,
       pg_current_snapshot()::text as snapshot,
       case when w.id then jsonb_build_object(
         'at', extract(epoch from w.last_looked_at)::float8 * 1000, 'snapshot', w.seen::text
       ) end as last,
       coalesce(w.watcher_id = $1, false) as is_last_own
     from (values (1)) one left join watcher_pulse w on true`,
    [watcherId],
  );
  if (!row) throw new Error('The database answered nothing');
  return row;
}

/** Never paid before by this company, apart from the hour before. Of `payments p` and its time `f.at`. */
const isFirstTime = `not exists (
  select from payments e
  where e.company_id = p.company_id and e.phone_number = p.phone_number and e.direction = 'payout'
    and e.status = 'SUCCESS' and e.finished_at < f.at - interval '1 hour'
)`;

/**
 * It went around the functions that accept and approve payouts: an approval is missing, although it is about
 * to be sent, or the ledger, which only functions write, holds no money for it or another amount. What ended
 * may have been booked with the amount that the network reported.
 */
const isForged = `(
  p.awaits_approval
  or not payout_is_approved(p.company_id, p.id, p.approval, p.requested_by, p.is_at_once)
  or not exists (
    select from transactions t
    where t.company_id = p.company_id and t.id = p.transaction_id and t.type = 'debit'
      and (
        p.finished_at is not null
        or (t.status = 'pending' and t.amount = p.amount and t.held = p.amount + p.fee)
      )
  )
)`;

/** When a payout became ready for the first time: when it was accepted or, later, approved. */
const becameReady = (payment: string): string => `greatest(${payment}.created_at, (
  select max(a.approved_at) from payout_approvals a
  where a.company_id = ${payment}.company_id and a.payment_id = ${payment}.id
))`;

interface PayoutRow {
  readonly id: string;
  readonly company_id: string;
  readonly phone_number: string;
  readonly amount: string;
  readonly at_ms: number;
  readonly queued_ms: number;
  readonly is_first_time: boolean;
  readonly is_forged: boolean;
}

/**
 * Payouts that became ready or ended since a moment, by the time at which they became ready: when a network is
 * back after an outage, hours end at once. What is open is in the queue, with that time. What the last look
 * could not see, because its transaction was still open, counts as of that look if it was ready before. What
 * ended between two looks was ready when it was accepted or, later, approved. What waits for approval does
 * not count, unless it is about to be sent nevertheless: that counts as of now. What a brake held after its
 * end was proposed counts as of then. What people released when they ended one of the trusted brakes does
 * not count.
 */
export async function listPayouts(
  db: Db,
  since: { readonly ms: number; readonly last: Look | null },
  trustedBrakeIds: readonly string[],
): Promise<SeenPayout[]> {
  const rows = await db.rows<PayoutRow>(
    `select p.id, p.company_id, p.phone_number, p.amount,
       extract(epoch from f.at)::float8 * 1000 as at_ms,
       extract(epoch from f.queued_at)::float8 * 1000 as queued_ms,
       ${isFirstTime} as is_first_time, ${isForged} as is_forged
     from (
       select o.payment_id as id, false as is_going,
         coalesce(
           (select min(greatest(b.held_at, k.looked_until + interval '1 millisecond'))
            from braked_payments b join payout_brakes k on k.id = b.brake_id
            where b.payment_id = o.payment_id and b.outcome = 'resumed'),
           q.at
         ) as at,
         q.at as queued_at
       from open_payments o
       cross join lateral (
         select case when ${isUnseen('$3::text::pg_snapshot')}
           then greatest(o.ready_at, to_timestamp($4)) else o.ready_at end as at
       ) q
       where o.ready_at >= to_timestamp($1) or ${isUnseen('$3::text::pg_snapshot')}
       union all
       select o.payment_id, true, now(), now()
       from payments w join open_payments o on o.payment_id = w.id
       where w.awaits_approval and (o.next_step_at is not null or o.sent_at is not null)
       union all
       select e.id, true, r.at, r.at
       from unnest($2::text[]) n(network)
       cross join lateral (
         select id, company_id, created_at from payments
         where network = n.network and finished_at >= to_timestamp($1)
           and direction = 'payout' and status = 'SUCCESS' and origin <> 'import'
       ) e
       cross join lateral (select ${becameReady('e')} as at) r
     ) f
     join payments p on p.id = f.id
     where p.direction = 'payout' and (f.is_going or not p.awaits_approval)
       and not exists (
         select from braked_payments b where b.payment_id = p.id and b.released_at is not null
           and b.brake_id = any ($5::uuid[])
       )`,
    [
      since.ms / 1000,
      networkNames,
      since.last?.snapshot ?? null,
      since.last ? since.last.at / 1000 : null,
      plainArray(trustedBrakeIds),
    ],
  );
  return rows.map(toSeen);
}

/** More payouts in three hours than any company has. */
const mostPerWeek = 100_000;

/** The payouts of a company around this time in the other weeks. */
export async function listHistory(db: Db, companyId: string, now: number): Promise<SeenPayout[]> {
  const { weeks, withinMs } = thresholds.usual;
  const rows = await db.rows<PayoutRow>(
    `select p.id, p.company_id, p.phone_number, p.amount,
       extract(epoch from f.at)::float8 * 1000 as at_ms,
       extract(epoch from f.at)::float8 * 1000 as queued_ms,
       ${isFirstTime} as is_first_time, false as is_forged
     from generate_series(1, $3::int) w(week)
     cross join lateral (
       select to_timestamp($2) - w.week * interval '7 days' as middle
     ) m
     cross join lateral (
       select * from payments
       where company_id = $1 and finished_at >= m.middle - 2 * $4 * interval '1 millisecond'
         and finished_at <= m.middle + $4 * interval '1 millisecond'
         and direction = 'payout' and status = 'SUCCESS'
       -- Keeps the planner from reading all payments of the company once for all weeks.
       limit ${mostPerWeek}
     ) p
     cross join lateral (select p.finished_at as at) f`,
    [companyId, now / 1000, weeks, withinMs],
  );
  return rows.map(toSeen);
}

function toSeen(row: PayoutRow): SeenPayout {
  return {
    id: row.id,
    companyId: row.company_id,
    phoneNumber: row.phone_number,
    amount: BigInt(row.amount),
    at: row.at_ms,
    queuedAt: row.queued_ms,
    isFirstTime: row.is_first_time,
    isForged: row.is_forged,
  };
}

/** The largest day of a company, or of all (null), before today. */
export async function largestDay(db: Db, companyId: string | null, now: number): Promise<bigint> {
  const [figures, whose] = companyId
    ? ['company_day_figures', 'company_id = $3 and']
    : ['platform_day_figures', ''];
  const row = await db.row<{ most: string | null }>(
    `select max(d.sum)::text as most from (
       select sum(amount) as sum from ${figures}
       where ${whose} type = 'debit' and status = 'completed'
         and day < kampala_day(to_timestamp($1)) and day >= kampala_day(to_timestamp($1)) - $2::int
       group by day
     ) d`,
    [now / 1000, thresholds.usual.days, ...(companyId ? [companyId] : [])],
  );
  return BigInt(row?.most ?? 0);
}

/** What each company has paid out today, or is about to. */
export async function daySums(
  db: Db,
  companyIds: readonly string[],
  now: number,
): Promise<Map<string, bigint>> {
  const rows = await db.rows<{ company_id: string; sum: string }>(
    `select company_id, sum(amount)::text as sum from company_day_figures
     where company_id = any ($1::uuid[]) and day = kampala_day(to_timestamp($2)) and type = 'debit'
       and status in ('completed', 'pending')
     group by company_id`,
    [companyIds, now / 1000],
  );
  return new Map(rows.map(({ company_id, sum }) => [company_id, BigInt(sum)]));
}

/** What each company has paid out or is about to, apart from what people let go, since a moment of today. */
export async function sumsSince(
  db: Db,
  companies: readonly { readonly id: string; readonly since: number }[],
  trustedBrakeIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db.rows<{ company_id: string; sum: string }>(
    `select c.id as company_id, sum(f.amount)::text as sum
     from unnest($1::uuid[], $2::float8[]) c(id, since)
     cross join lateral (
       select p.id, p.amount, ${becameReady('p')} as at from payments p
       where p.company_id = c.id and p.finished_at >= to_timestamp(c.since)
         and p.direction = 'payout' and p.status = 'SUCCESS'
       union all
       select p.id, p.amount, o.ready_at from open_payments o join payments p on p.id = o.payment_id
       where o.company_id = c.id and p.direction = 'payout' and not p.awaits_approval
     ) f
     where f.at > to_timestamp(c.since) and not exists (
       select from braked_payments b
       where b.payment_id = f.id and b.released_at is not null and b.brake_id = any ($3::uuid[])
     )
     group by c.id`,
    [
      plainArray(companies.map(({ id }) => id)),
      plainArray(companies.map(({ since }) => since / 1000)),
      plainArray(trustedBrakeIds),
    ],
  );
  return new Map(rows.map(({ company_id, sum }) => [company_id, BigInt(sum)]));
}
