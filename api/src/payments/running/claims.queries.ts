import { plainArray, textArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';
import { storedColumns, type StoredPayment } from '../payments.queries.ts';
import type { Lane, LaneShare } from './lanes.ts';

export interface ClaimedPayment extends StoredPayment {
  /** True before the first call to the network. */
  readonly is_first: boolean;
}

/** The payments of a lane, as its index has them. */
const inLane: Record<Lane['kind'], string> = {
  send: 'next_step_at is not null and sent_at is null',
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
    `with recursive ${lanesOf('send')}, ${lanesOf('ask')}
     select to_json(due) as lane, all_lanes.visited
     from (
       select ((select count(*) from send) + (select count(*) from ask))::int as visited
     ) all_lanes
     left join (${dueOf('send')} union all ${dueOf('ask')}) due on true`,
  );
  return {
    lanes: rows.flatMap(({ lane }) => lane ?? []),
    visited: rows[0]?.visited ?? 0,
  };
}

/**
 * Claims due payments with a lease, so many of each lane. `sent_at` is set before the network is called:
 * after a crash the next server asks before it sends.
 */
export function claimDue(
  db: Db,
  shares: readonly LaneShare[],
  leaseMs: number,
): Promise<ClaimedPayment[]> {
  const dueOf = (kind: Lane['kind']): string =>
    `select d.payment_id, ${kind === 'send'} as is_first
     from shares s cross join lateral (
       select payment_id from open_payments
       where ${inLane[kind]} and network = s.network and company_id = s.company_id
         and next_step_at <= now()
       order by next_step_at limit s.count for update skip locked
     ) d
     where s.kind = '${kind}'`;
  return db.rows<ClaimedPayment>(
    `with shares as (
       select * from unnest($1::text[], $2::uuid[], $3::text[], $4::int[])
         s(network, company_id, kind, count)
     ), due as (${dueOf('send')} union all ${dueOf('ask')}
     ), claimed as (
       update open_payments o
       set next_step_at = now() + $5 * interval '1 millisecond',
         sent_at = coalesce(o.sent_at, now()), last_sent_at = coalesce(o.last_sent_at, now()),
         send_count = greatest(o.send_count, 1)
       from due where o.payment_id = due.payment_id
       returning o.*, due.is_first
     )
     select ${storedColumns}, o.is_first from claimed o join payments p on p.id = o.payment_id`,
    [
      textArray(shares.map(({ network }) => network)),
      plainArray(shares.map(({ companyId }) => companyId)),
      plainArray(shares.map(({ kind }) => kind)),
      plainArray(shares.map(({ count }) => count)),
      leaseMs,
    ],
    'open_payments_claim',
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
     where o.payment_id = u.id and o.next_step_at is not null
       and (o.send_count = 1 or not u.is_first)`,
    [
      plainArray(sorted.map(({ id }) => id)),
      plainArray(sorted.map(({ is_first }) => String(is_first))),
      plainArray(sorted.map(delayMsOf)),
    ],
  );
}
