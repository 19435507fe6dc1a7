import type { Db } from '../db/database.ts';
import { bankDays } from './match.queries.ts';

/** How long a line waits for its payment, if nothing is known of it; one that is open here ends within a day. */
const lateAfter = "interval '2 hours'";
/** Deposits and settlements are booked by people. */
const lateAtBank = "interval '1 day'";

/** A settled case about the same payment or line, which a new one names. */
const earlier = (line: string, payment: string): string => `(
    select e.id from (
      select c.id, c.settled_at from reconciliation_cases c
      where c.state = 'settled' and c.settled_by <> 'withdrawal' and c.line_id = ${line}
      union all
      select c.id, c.settled_at from reconciliation_cases c
      where c.state = 'settled' and c.settled_by <> 'withdrawal' and c.payment_id = ${payment}
    ) e
    order by e.settled_at desc limit 1
  )`;

/** The pairs whose amounts differ, or from which the network took a fee. */
const differing = `select l.network, case when b.effect = l.moved then 'fee' else 'amount' end as kind,
    l.day, l.effect - b.effect as effect, l.line_id, b.transaction_id, b.company_id, b.payment_id
  from reconciliation_bookings b cross join lateral (
    select * from reconciliation_lines l where l.line_id = b.line_id offset 0
  ) l
  where b.state = 'differs' and b.case_id is null`;

/**
 * The payment of a line `l` that was booked and taken back here: reversed, or set off in suspense because no statement
 * had it, which can then be reversed.
 */
const takenBack = `select b.company_id, b.payment_id, s.transaction_id as suspense_id
  from reconciliation_bookings b
  left join lateral (
    select s.transaction_id from reconciliation_bookings s
    where s.case_id = b.case_id and s.network = b.network and s.kind = 'suspense' and not exists (
        select from transactions t where t.company_id = s.company_id and t.reversal_of = s.transaction_id
          and t.status <> 'failed'
      )
    limit 1
  ) s on true
  where (l.kind not in ('fee', 'reversal') or b.effect = l.moved) and b.network = l.network
    and b.payment_id is not null and b.reversal_of is null and b.line_id is null
    and sign(b.effect) = sign(l.moved) and (b.reference = l.reference or b.payment_id = l.order_id)
    and (b.state = 'netted' or exists (
      select from reconciliation_cases c where c.id = b.case_id and c.state = 'settled'
        and c.kind in ('only-ours', 'not-paid')
    ))
    -- It came once: what comes again belongs to nobody.
    and not exists (
      select from reconciliation_lines e where e.reference = l.reference and e.network = l.network
        and e.line_id < l.line_id and e.state in ('open', 'case')
    )
    and not exists (
      select from reconciliation_cases c where c.payment_id = b.payment_id and c.kind = 'after-reversal'
        and c.line_id <> l.line_id
    )
  order by b.booked_at desc limit 1`;

/** What is on the statement and not in the books. */
const onlyTheirs = `select l.network,
    case when l.payment_id is not null then 'late-success'
      when d.transaction_id is not null then 'doubled'
      when r.payment_id is not null then 'after-reversal'
      when l.kind = 'fee' and l.moved < 0 then 'charge'
      when l.kind in ('transfer', 'reversal') then l.kind
      else 'only-theirs' end as kind,
    l.day, l.effect, l.line_id,
    case when l.payment_id is null and d.transaction_id is null
      then case when r.payment_id is null then o.transaction_id else r.suspense_id end end as transaction_id,
    coalesce(p.company_id, d.company_id, r.company_id, o.company_id) as company_id,
    coalesce(l.payment_id, d.payment_id, r.payment_id, o.payment_id) as payment_id
  from reconciliation_lines l
  left join payments p on p.id = l.payment_id
  left join lateral (
    select b.transaction_id, b.company_id, b.payment_id from reconciliation_bookings b
    where (l.kind not in ('fee', 'reversal') or b.effect = l.moved) and b.network = l.network
      and (b.payment_id is not null or b.network = 'BANK') and b.reversal_of is null
      and (b.reference = l.reference or b.payment_id = l.order_id)
      -- Another line is it already, or was what it was booked for.
      and (b.line_id is not null or exists (
        select from reconciliation_cases c where c.id = b.case_id and c.state = 'settled' and c.line_id is not null
          and c.kind not in ('only-ours', 'not-paid')
      ))
    order by b.booked_at limit 1
  ) d on true
  left join lateral (${takenBack}) r on true
  left join lateral (
    select b.transaction_id, b.company_id, b.payment_id
    from statement_lines s join reconciliation_bookings b on b.network = s.network
    where s.id = l.line_id and l.kind = 'reversal' and b.state = 'matched' and b.effect = -l.moved
      -- What the bank paid and sent back is booked by people, days later.
      and b.booked_at between l.at - interval '30 days'
        and l.at + case when l.network = 'BANK' then interval '30 days' else interval '1 hour' end
      and (b.phone = l.phone or (b.reference is not null
        and (strpos(s.text, b.reference) > 0 or l.reference = b.reference || 'R'))
        or strpos(s.text, b.our_reference) > 0)
    order by strpos(s.text, coalesce(b.reference, '?')) > 0 desc, b.booked_at desc limit 1
  ) o on true
  where l.state = 'open' and l.effect <> 0
    and l.at < now() - case when p.status in ('PENDING', 'PROCESSING') then interval '1 day'
      when l.network = 'BANK' then ${lateAtBank} else ${lateAfter} end`;

/** Where a booking `b` must be on a statement; both if it is not of a payment. */
export const walletOf = `case when b.payment_id is null then 'both'
    when (b.effect > 0) = (b.reversal_of is null) then 'collection' else 'payout' end`;

/** When a booking `b` must be on one. */
const timeOf = `tstzrange(b.began_at,
  b.booked_at + case when b.network = 'BANK' then ${bankDays} else ${lateAfter} end, '[]')`;
/** Whether statements are complete for it. */
export const isCovered = `exists (
  select from statement_coverage v
  where v.network = b.network and v.wallet = ${walletOf} and v.covered @> ${timeOf}
)`;

/** What is in the books and on no statement, although one covers all of its time. */
const onlyOurs = `select b.network, case when s.line_id is null then 'only-ours' else 'not-paid' end as kind,
    b.day, -b.effect as effect, s.line_id, b.transaction_id, b.company_id, b.payment_id
  from reconciliation_bookings b
  join statement_coverage c on c.network = b.network and c.wallet = ${walletOf}
  left join lateral (
    select l.line_id from reconciliation_lines l
    where l.state = 'said' and b.reversal_of is null
      and (l.network = b.network and l.reference = b.reference or l.order_id = b.payment_id)
    limit 1
  ) s on true
  where b.state = 'open' and c.covered @> ${timeOf}`;

/** Each difference that is late becomes one case, at most so many of each sort. Whether there may be more. */
export async function openCases(
  db: Db,
  limit: number,
): Promise<{ readonly opened: number; readonly hasMore: boolean }> {
  let opened = 0;
  let hasMore = false;
  for (const found of [differing, onlyTheirs, onlyOurs]) {
    const row = await db.row<{ count: number; found: number }>(
      `with found as materialized (${found} limit $1),
       opened as (
         insert into reconciliation_cases (id, network, kind, day, effect, line_id, transaction_id,
           company_id, payment_id, follows_id)
         select gen_random_uuid(), f.*, ${earlier('f.line_id', 'f.payment_id')} from found f
         order by f.day, f.line_id, f.transaction_id
         on conflict do nothing
         returning id, kind, network, line_id, transaction_id
       ), lined as (
         -- A pair that differs stays one: otherwise its booking could be paired or netted anew.
         update reconciliation_lines l set case_id = o.id,
           state = case l.state when 'open' then 'case' else l.state end
         from opened o
         where l.line_id = o.line_id and l.state in ('open', 'differs')
       ), booked as (
         update reconciliation_bookings b set case_id = o.id,
           state = case b.state when 'open' then 'case' else b.state end
         from opened o
         where b.transaction_id = o.transaction_id and b.network = o.network
           and b.state in ('open', 'differs')
       )
       select (select count(*)::int from opened) as count, (select count(*)::int from found) as found`,
      [limit],
    );
    opened += row?.count ?? 0;
    // What is a case already is found again and opens none.
    if (row && row.found === limit && row.count > 0) hasMore = true;
  }
  return { opened, hasMore };
}

/** The open cases `c` whose other side came. */
const answered = `select c.id from reconciliation_cases c
  left join reconciliation_lines l on l.line_id = c.line_id
  left join reconciliation_bookings b on b.transaction_id = c.transaction_id and b.network = c.network
  where c.state = 'open' and c.kind not in ('amount', 'fee')
    and case when c.kind in ('only-ours', 'not-paid') then b.state <> 'case' else l.state <> 'case' end`;

/** Whether its other side came, so that the next run ends it. */
export async function isAnswered(db: Db, id: string): Promise<boolean> {
  return (await db.row(`${answered} and c.id = $1`, [id])) !== undefined;
}

/** The proposals `a` about cases, with the ids of these. */
const proposedCases = `array(
  select jsonb_array_elements_text(coalesce(a.details -> 'caseIds', jsonb_build_array(a.details -> 'caseId')))::uuid
)`;

/**
 * Proposals about cases that are all settled. Whoever decides about one holds it and then waits for the lock of
 * the matching, so it is left to them: they find that there is nothing to settle.
 */
export async function listEndedProposals(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select a.id from approvals a
     where a.kind in ('case', 'cases') and a.state = 'waiting' and not exists (
       select from reconciliation_cases c where c.id = any (${proposedCases}) and c.state = 'open'
     )
     for update skip locked`,
  );
  return rows.map(({ id }) => id);
}

/** Ends cases whose other side came, and returns how many. */
export async function closeAnswered(db: Db): Promise<number> {
  const rows = await db.rows(
    `with answered as (${answered}), closed as (
       update reconciliation_cases c
       set state = 'settled', settled_at = now(), settled_by = 'server', wait_until = null
       from answered a where c.id = a.id
       returning c.id
     ), lined as (
       update reconciliation_lines l set case_id = null from closed c where l.case_id = c.id
     ), booked as (
       update reconciliation_bookings b set case_id = null from closed c where b.case_id = c.id
     )
     select c.id from closed c`,
  );
  return rows.length;
}
