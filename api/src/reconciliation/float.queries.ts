import type { StatementPlace } from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';
import { walletOf } from './cases.queries.ts';

/** Hundredths of UGX; bigint arrives as text. */
export interface DayRow {
  readonly network: StatementPlace;
  readonly day: string;
  readonly lines: string;
  readonly booked_effect: string;
  readonly line_effect: string;
  readonly balance: string | null;
}

/** After the last lines of a wallet up to a day `d`. */
const lastOf = (wallet: string): string => `left join lateral (
       select w.day, w.balance from reconciliation_balances w
       where w.network = d.network and w.wallet = '${wallet}' and w.day <= d.day
       order by w.day desc limit 1
     ) "${wallet}" on true`;

/**
 * The sums of all days, oldest first: one row for a network and day. The balance is that of both wallets, of
 * one statement or as a sum, which is unknown while one of them is.
 */
export function listDays(db: Db): Promise<DayRow[]> {
  return db.rows<DayRow>(
    `select d.network, d.day::text, d.lines, d.booked_effect, d.line_effect,
       case when d.lines = 0 then null
         when "both".day >= coalesce(greatest(collection.day, payout.day), '-infinity') then "both".balance
         else collection.balance + payout.balance end as balance
     from reconciliation_days d
     ${lastOf('both')}
     ${lastOf('collection')}
     ${lastOf('payout')}
     order by d.network, d.day`,
  );
}

/**
 * paid: at the network and not booked. booked: in the books and not on the statement; latest: the same,
 * later than all statements. cases: of open cases. before: from before the first statement.
 */
export type Term = 'paid' | 'booked' | 'latest' | 'cases' | 'before';

export interface ChangeRow {
  readonly network: StatementPlace;
  readonly term: Term;
  readonly day: string;
  readonly effect: string;
}

/**
 * How each term of the bridge changes with a day. What was booked while no statement covers it is taken
 * for true from the next statement on, whose balance contains it.
 */
export function listChanges(db: Db): Promise<ChangeRow[]> {
  return db.rows<ChangeRow>(
    `with moved as (
       select network, least(line_day, day) as from_day, greatest(line_day, day) as to_day,
         case when line_day < day then 'paid' else 'booked' end as term, sum(effect) as effect
       from reconciliation_bookings where line_day <> day and case_id is null group by 1, 2, 3, 4
     ), waiting as (
       select b.network, b.day, b.effect, coalesce(b.began_at < lower(c.covered), true) as is_before,
         coalesce(c.covered @> b.booked_at, false) as is_covered,
         (select kampala_day(min(lower(r))) from unnest(c.covered) r where lower(r) > b.booked_at) as next_day
       from reconciliation_bookings b
       left join statement_coverage c on c.network = b.network and c.wallet = ${walletOf}
       where b.state = 'open'
     ), changes as (
       select network, term, from_day as day, effect from moved
       union all select network, term, to_day, -effect from moved
       union all
       select network, 'paid', day, effect from reconciliation_lines where state in ('open', 'netted')
       union all
       select network, 'booked', day, effect from reconciliation_bookings where state = 'netted'
       union all select network, 'before', day, effect from waiting where is_before
       union all
       select network, case when is_covered or next_day is not null then 'booked' else 'latest' end, day,
         effect
       from waiting where is_before is false
       union all
       select network, 'booked', next_day, -effect from waiting
       where is_before is false and not is_covered and next_day is not null
       union all
       select l.network, case c.state when 'open' then 'cases' else 'paid' end, l.day, l.effect
       from reconciliation_lines l join reconciliation_cases c on c.id = l.case_id
       union all
       select b.network, case when c.state = 'open' then 'cases' when s.is_ours then 'booked' else 'paid' end,
         b.day, case when c.state <> 'open' and s.is_ours then b.effect else -b.effect end
       from reconciliation_bookings b join reconciliation_cases c on c.id = b.case_id
       -- What was missing there is no payment that was booked later: it was booked, and reversed.
       cross join lateral (select c.kind in ('only-ours', 'not-paid') as is_ours) s
       union all
       -- On the line of a batch and sent back before it was booked: it comes back with a line of its own.
       select l.network, 'paid', l.day, l.effect - sum(b.effect)
       from reconciliation_bookings b join reconciliation_lines l on l.line_id = b.line_id
       where b.how = 'batch' group by l.line_id
     )
     select network, term, day::text, sum(effect) as effect from changes
     group by network, term, day having sum(effect) <> 0 order by network, day`,
  );
}

export interface CellRow {
  readonly network: StatementPlace;
  readonly day: string;
  readonly covered: 'none' | 'part' | 'whole';
  readonly open_cases: number;
  readonly effect: string;
}

/** What a statement covers, and the open cases, for each network and day up to a day. */
export function listCells(db: Db, to: string, count: number): Promise<CellRow[]> {
  return db.rows<CellRow>(
    `select n.name as network, d.day::date::text as day,
       coalesce(c.covered, 'none') as covered,
       o.count as open_cases, o.effect
     from (select name from networks union all select 'BANK') n
     cross join generate_series(($1::date - $2::integer + 1)::timestamp, $1::date::timestamp,
       interval '1 day') d (day)
     cross join lateral tstzrange(d.day at time zone interval '3 hours',
       (d.day + interval '1 day') at time zone interval '3 hours', '[)') w (whole)
     cross join lateral (
       select case when bool_or(c.wallet = 'both' and c.covered @> w.whole) then 'whole'
         when bool_or(c.covered && w.whole) then 'part' end as covered
       from statement_coverage c where c.network = n.name
     ) c
     cross join lateral (
       select count(*)::int as count, coalesce(sum(effect), 0) as effect from reconciliation_cases k
       where k.network = n.name and k.day = d.day::date and k.state = 'open'
     ) o
     order by d.day desc, array_position(array['MTN', 'AIRTEL', 'BANK'], n.name)`,
    [to, count],
  );
}

export async function hasStatementsBefore(db: Db, day: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    'select exists (select from reconciliation_days where day < $1 and lines > 0) as found',
    [day],
  );
  return row?.found ?? false;
}

export interface RunRow {
  readonly network: StatementPlace;
  /** The whole days that statements cover without a gap from the beginning on; null if there are none. */
  readonly first: string | null;
  readonly last: string | null;
  /** The first day with an open case. */
  readonly first_case: string | null;
}

export function listRuns(db: Db): Promise<RunRow[]> {
  return db.rows<RunRow>(
    `select n.name as network,
       kampala_day(lower(c.run) + interval '1 day' - interval '1 microsecond')::text as first,
       (kampala_day(upper(c.run)) - 1)::text as last,
       (select min(k.day)::text from reconciliation_cases k
        where k.network = n.name and k.state = 'open') as first_case
     from (select name from networks union all select 'BANK') n
     left join lateral (
       select r as run from statement_coverage c, unnest(c.covered) r
       where c.network = n.name and c.wallet = 'both' order by lower(r) limit 1
     ) c on true
     order by array_position(array['MTN', 'AIRTEL', 'BANK'], n.name)`,
  );
}
