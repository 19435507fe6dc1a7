import type { Db } from '../db/database.ts';

/*
 * The day on which a line counts is that of the balance that contains it. A network that is asked says when a payment
 * began, and its file when it was paid: around midnight these are two days, and the file is right.
 */

const isCall = (alias: string): string => `${alias}.source in ('call', 'simulator')`;
const endOf = (day: string): string => `((${day} + 1)::timestamp at time zone interval '3 hours')`;

/**
 * The lines `s` of calls `f` that a file `x` may have told something about: a call speaks of its own lines, any other
 * file of all that began up to two days before it.
 */
const spokenOf = `select s.id, s.at, s.reference, s.direction, f.network, f.wallet, f.begun_at
  from statement_files x
  join statement_files f on f.network = x.network and f.state <> 'withdrawn' and ${isCall('f')}
    and case when ${isCall('x')} then f.id = x.id
      else f.first_at <= x.last_at and f.last_at >= x.first_at - interval '2 days' end
  join statement_lines s on s.file_id = f.id and not s.is_withdrawn and s.status = 'completed'
  where x.id = $1`;

/**
 * Whether a line `s` that only calls told was still under way at midnight: the network was asked after it, and a complete
 * file with a later balance of that day does not have the line.
 */
const isUnderWay = `s.reference is not null and s.begun_at >= ${endOf('d.day')} and exists (
    select from statement_balances b
    join statement_files g on g.id = b.file_id and g.network = s.network and g.state = 'done'
      and g.wallet in ('both', case s.direction when 'in' then 'collection' else 'payout' end)
      and g.bad_lines = 0 and g.is_balanced and g.first_at <= s.at and not ${isCall('g')}
    where b.day = d.day and b.at >= date_trunc('minute', s.at)
  )`;

/** After the lines of a file were taken, or taken out: each counts on the day on which the network's file has it. */
export async function countOnDays(db: Db, fileId: string): Promise<void> {
  await db.rows(
    `with spoken as materialized (${spokenOf}), counted as (
       select s.id, s.network, s.wallet, coalesce(t.at, s.at) as at,
         case when t.at is not null then kampala_day(t.at) when ${isUnderWay} then d.day + 1 else d.day end as day
       from spoken s
       cross join lateral (select kampala_day(s.at) as day) d
       left join statement_tellings t on t.line_id = s.id
     ), changed as materialized (
       select c.*, r.day as was, r.effect from counted c
       join reconciliation_lines r on r.line_id = c.id and (r.day <> c.day or r.at <> c.at)
     ), lined as (
       update reconciliation_lines r set day = c.day, at = c.at from changed c where r.line_id = c.id
     ), booked as (
       update reconciliation_bookings b set line_day = c.day from changed c
       where b.line_id = c.id and b.network = c.network and c.day <> c.was
     ), cases as (
       update reconciliation_cases k set day = c.day from changed c
       where k.line_id = c.id and k.state = 'open' and c.day <> c.was
     ), moves as (
       select network, wallet, day, 1 as lines, effect from changed where day <> was
       union all select network, wallet, was, -1, -effect from changed where day <> was
     ), days as (
       insert into reconciliation_days as d (network, day, lines, line_effect)
       select network, day, sum(lines), sum(effect) from moves group by network, day order by network, day
       on conflict (network, day) do update set lines = d.lines + excluded.lines,
         line_effect = d.line_effect + excluded.line_effect
     )
     insert into reconciliation_balances (network, wallet, day)
     select network, wallet, day from moves group by network, wallet, day order by network, wallet, day
     on conflict (network, wallet, day) do update set is_stale = true`,
    [fileId],
  );
}
