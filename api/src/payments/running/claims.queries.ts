import { plainArray, textArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';
import { storedColumns, type StoredPayment } from '../payments.queries.ts';
import { brakeOf } from './holds.ts';
import { laneKinds, type Lane, type LaneShare } from './lanes.ts';
import { isUnseen } from './unseen.ts';

export interface ClaimedPayment extends StoredPayment {
  /** True before the first call to the network. */
  readonly is_first: boolean;
  /** A line of a bulk payout. */
  readonly is_bulk: boolean;
  /** The payout brake that holds it from now on; null for what is to be processed. */
  readonly brake_id: string | null;
}

/** The payments of a lane, as its index has them. */
const inLane: Record<Lane['kind'], string> = {
  send: 'next_step_at is not null and sent_at is null and not is_bulk',
  bulk: 'next_step_at is not null and sent_at is null and is_bulk',
  ask: 'next_step_at is not null and sent_at is not null',
};

/**
 * Lanes with due payments, and how many were looked at. A loose index scan: it jumps from lane to lane,
 * however many payments wait in each.
 */
export async function findDueLanes(db: Db): Promise<{ lanes: Lane[]; visited: number }> {
  const lanesOf = (kind: Lane['kind']): string => {
    const firstOf = (where: string) =>
      `select network, company_id, next_step_at from open_payments where ${inLane[kind]} ${where}
       order by network, company_id, next_step_at limit 1`;
    return `${kind} as (
       (${firstOf('')})
       union all
       select n.* from ${kind} l cross join lateral (
         ${firstOf('and (network, company_id) > (l.network, l.company_id)')}
       ) n
     )`;
  };
  const dueOf = (kind: Lane['kind']): string =>
    `select network, company_id as "companyId", '${kind}' as kind from ${kind}
     where next_step_at <= now()`;
  const rows = await db.rows<{ lane: Lane | null; visited: number }>(
    `with recursive ${laneKinds.map(lanesOf).join(', ')}
     select to_json(due) as lane, all_lanes.visited
     from (
       select (${laneKinds.map((kind) => `(select count(*) from ${kind})`).join(' + ')})::int as visited
     ) all_lanes
     left join (${laneKinds.map(dueOf).join(' union all ')}) due on true`,
    [],
    'open_payments_lanes',
  );
  return {
    lanes: rows.flatMap(({ lane }) => lane ?? []),
    visited: rows[0]?.visited ?? 0,
  };
}

/**
 * Of the queue `o` in a share `s`: a payout that the watcher has not seen yet, or has stopped. The
 * payment is read as a value: for `exists`, PostgreSQL may read all payments into a hash table.
 */
const unseen = `(
  (
    exists (select from pulse w where ${isUnseen('w.seen')})
    or exists (select from stops w where w.company_id is null or w.company_id = s.company_id)
  )
  and coalesce((select p.direction = 'payout' from payments p where p.id = o.payment_id), false)
)`;

/** The due payments of a share, with what keeps those that were not sent from being sent. */
function dueInShare(kind: Lane['kind']): string {
  // Payments are looked at only while a brake is on.
  const held = `(
    select b.id from (${brakeOf('s.company_id')}) b
    where exists (select from payments p where p.id = o.payment_id and p.direction = 'payout')
  )`;
  const awaits = `exists (
    select from payments p where p.id = o.payment_id and p.awaits_approval
  )`;
  return `select o.payment_id, ${kind !== 'ask'} as is_first,
       ${kind === 'ask' ? 'null::uuid' : held} as brake_id,
       ${kind === 'ask' ? 'false' : awaits} as awaits_approval,
       ${kind === 'ask' ? 'false' : unseen} as is_unseen
     from shares s cross join lateral (
       select payment_id, queued_in from open_payments
       where ${inLane[kind]} and network = s.network and company_id = s.company_id
         and next_step_at <= now()
       order by next_step_at limit s.count for update skip locked
     ) o
     where s.kind = '${kind}'`;
}

/**
 * Claims due payments with a lease, so many of each lane. `sent_at` is set before the network is called:
 * after a crash the next server asks before it sends.
 *
 * A payout that was not sent yet is held instead if a payout brake is on. The brake is read by the
 * statement that claims, so a claim that begins after the trip was committed sends none. One that awaits
 * approval should not be due; if it is, it waits again. One that the watcher has not seen yet, because it
 * was slow or because the transaction of the payout stayed open, waits for its next look, and so does one
 * that the watcher has stopped before there is a brake.
 */
export function claimDue(
  db: Db,
  shares: readonly LaneShare[],
  leaseMs: number,
): Promise<ClaimedPayment[]> {
  // Only these: setting up what is not needed takes longer than claiming some payments.
  const kinds = laneKinds.filter((kind) => shares.some((share) => share.kind === kind));
  if (kinds.length === 0) return Promise.resolve([]);
  return db.rows<ClaimedPayment>(
    `with shares as (
       select * from unnest($1::text[], $2::uuid[], $3::text[], $4::int[])
         s(network, company_id, kind, count)
     ), pulse as materialized (
       select seen from watcher_pulse where id and watcher_looks(now())
     ), stops as materialized (
       select company_id from watcher_stops
     ), found as (${kinds.map(dueInShare).join(' union all ')}
     ), due as (
       select payment_id, is_first, case when not awaits_approval then brake_id end as brake_id,
         awaits_approval, is_unseen and brake_id is null and not awaits_approval as is_early,
         brake_id is null and not awaits_approval and not is_unseen as goes
       from found
     ), claimed as (
       update open_payments o
       set next_step_at = case
           when due.goes then now() + $5 * interval '1 millisecond'
           when due.is_early then now() + interval '1 second'
         end,
         sent_at = case when due.goes then coalesce(o.sent_at, now()) end,
         last_sent_at = case when due.goes then coalesce(o.last_sent_at, now()) end,
         send_count = case when due.goes then greatest(o.send_count, 1) else 0 end
       from due where o.payment_id = due.payment_id
         and o.payment_id = any(array(select payment_id from due))
       returning o.*, due.is_first, due.brake_id, due.goes
     ), held as (
       insert into braked_payments (brake_id, payment_id, company_id)
       select brake_id, payment_id, company_id from claimed where brake_id is not null
       on conflict do nothing
     )
     select ${storedColumns}, o.is_first, o.is_bulk, o.brake_id
     from claimed o
     cross join lateral (select * from payments where id = o.payment_id offset 0) p
     where o.goes or o.brake_id is not null`,
    [
      textArray(shares.map(({ network }) => network)),
      plainArray(shares.map(({ companyId }) => companyId)),
      plainArray(shares.map(({ kind }) => kind)),
      plainArray(shares.map(({ count }) => count)),
      leaseMs,
    ],
    `open_payments_claim_${kinds.join('_')}`,
  );
}

/**
 * Returns claimed payments that were not sent. One that another server has sent meanwhile, because this one
 * was too slow, stays with it.
 */
export async function putBack(
  db: Db,
  payments: readonly ClaimedPayment[],
  delayMsOf: (payment: ClaimedPayment) => number,
): Promise<void> {
  const sorted = payments.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.rows(
    `update open_payments o
     set next_step_at = now() + u.delay_ms * interval '1 millisecond',
       sent_at = case when u.is_first then null else o.sent_at end,
       last_sent_at = case when u.is_first then null else o.last_sent_at end,
       send_count = case when u.is_first then 0 else o.send_count end
     from unnest($1::uuid[], $2::boolean[], $3::float8[]) u(id, is_first, delay_ms)
     where o.payment_id = u.id and o.payment_id = any($1::uuid[]) and o.next_step_at is not null
       and (o.send_count = 1 or not u.is_first)`,
    [
      plainArray(sorted.map(({ id }) => id)),
      plainArray(sorted.map(({ is_first }) => String(is_first))),
      plainArray(sorted.map(delayMsOf)),
    ],
    'open_payments_put_back',
  );
}
