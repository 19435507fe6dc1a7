import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';

export interface DayRow {
  readonly day: string;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly approved_by: string | null;
  /** The request that waits. */
  readonly approval_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly liabilities: string | null;
  readonly companies: number | null;
  readonly root: string | null;
  readonly heads: string | null;
}

const nameOf = (user: string): string =>
  `(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;
const dayColumns = `c.closed_at, ${nameOf('c.closed_by')} as closed_by, ${nameOf('a.decided_by')} as approved_by,
  p.liabilities, p.companies, encode(p.root, 'hex') as root, encode(p.heads, 'hex') as heads`;
const dayJoins = `left join day_proofs p on p.day = c.day left join approvals a on a.id = c.approval_id`;
const waiting = (day: string): string =>
  `(select w.id from approvals w where w.kind = 'day' and w.subject = ${day}::text and w.state = 'waiting')`;

/** The last days until today, newest first. */
export function listDays(db: Db, count: number): Promise<DayRow[]> {
  return db.rows(
    `select (kampala_day(now()) - ago)::text as day, ${dayColumns},
       ${waiting('(kampala_day(now()) - ago)')} as approval_id
     from generate_series(0, $1::int - 1) ago
     left join closed_days c on c.day = kampala_day(now()) - ago ${dayJoins} order by ago`,
    [count],
  );
}

export async function findDay(db: Db, day: string): Promise<DayRow> {
  const row = await db.row<DayRow>(
    `select d.day::text as day, ${dayColumns}, ${waiting('d.day')} as approval_id
     from (select $1::date as day) d left join closed_days c on c.day = d.day ${dayJoins}`,
    [day],
  );
  if (!row) throw new Error('A query without a row');
  return row;
}

export interface Closing {
  readonly today: string;
  /** The first day that cannot be closed: what was dated just before midnight may still be on its way. */
  readonly open: string;
  /** The last closed day, and the one after it. */
  readonly last: string | null;
  readonly following: string | null;
}

export async function readClosing(db: Db): Promise<Closing> {
  const row = await db.row<Closing>(
    `select kampala_day(clock_timestamp())::text as today,
       kampala_day(clock_timestamp() - interval '10 minutes')::text as open, max(day)::text as last,
       (max(day) + 1)::text as following from closed_days`,
  );
  if (!row) throw new Error('A query without grouping returns a row');
  return row;
}

/**
 * Waits for what is being booked; what comes later sees that the day is closed. Others who book wait behind this,
 * and for no longer than a second: it gives up well before, for the caller to try again.
 */
export async function holdBooks(db: Db): Promise<void> {
  await db.rows("set local lock_timeout = '300ms'");
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.closedDays]);
}

export async function insertClosedDay(
  db: Db,
  day: string,
  { id, asked_by }: { readonly id: string; readonly asked_by: string },
): Promise<void> {
  await db.rows('insert into closed_days (day, closed_by, approval_id) values ($1, $2, $3)', [
    day,
    asked_by,
    id,
  ]);
}

/** Completed transactions by when the money moved; each part fits an index. */
function movedBetween(range: string): string {
  const of = (type: string) => `
    select t.company_id, t.id from transactions t
    where t.status = 'completed' and t.type = '${type}' and ${range}`;
  return `${of('credit')} union all ${of('debit')}`;
}

const endOf = (day: string) => `((${day}::date + 1)::timestamp at time zone interval '3 hours')`;
const startOf = (day: string) => `(${day}::date::timestamp at time zone interval '3 hours')`;

/** In which money moved; null if none ever did. */
export async function findFirstMonth(db: Db): Promise<string | null> {
  const of = (type: string) =>
    `select min(finished_at) as at from transactions where status = 'completed' and type = '${type}'`;
  const row = await db.row<{ month: string | null }>(
    `select to_char(kampala_day(min(at)), 'YYYY-MM') as month
     from (${of('credit')} union all ${of('debit')}) t`,
  );
  return row?.month ?? null;
}

export interface BalanceRow {
  readonly company_id: string;
  readonly kind: string;
  readonly network: string;
  readonly balance: string;
}

/** What the accounts of each company had at the end of a day: what they have, without what moved since. */
export function readBalances(db: Db, day: string): Promise<BalanceRow[]> {
  return db.rows(
    `with later as (${movedBetween(`t.finished_at >= ${endOf('$1')}`)}),
     since as (
       select e.account_id, sum(e.amount) as amount
       from later t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
       group by e.account_id
     )
     select a.company_id, a.kind, coalesce(a.network, '') as network,
       sum(a.balance - coalesce(s.amount, 0))::bigint as balance
     from accounts a left join since s on s.account_id = a.id
     group by a.company_id, a.kind, a.network`,
    [day],
  );
}

/** What moved on accounts after the end of a day, null for ever, until the end of another. */
export function readMovedUntil(db: Db, after: string | null, until: string): Promise<BalanceRow[]> {
  const range = `t.finished_at < ${endOf('$2')}
    and t.finished_at >= coalesce(${endOf('$1')}, '-infinity')`;
  return db.rows(
    `with moved as (${movedBetween(range)})
     select a.company_id, a.kind, coalesce(a.network, '') as network, sum(e.amount)::bigint as balance
     from moved t
     join entries e on e.company_id = t.company_id and e.transaction_id = t.id
     join accounts a on a.id = e.account_id
     group by a.company_id, a.kind, a.network`,
    [after, until],
  );
}

/** The hash of the last hashes of all accounts at the end of a day, in the order of their ids. */
export async function readHeads(db: Db, day: string): Promise<Buffer> {
  const row = await db.row<{ heads: Buffer }>(
    `select sha256('sente.heads.1'::bytea || coalesce(string_agg(
         uuid_send(a.id) || int8send(h.number) || int8send(h.balance_after) || h.hash, ''
         order by a.id), '')) as heads
     from accounts a
     cross join lateral (
       select e.number, e.balance_after,
         coalesce(t.chain_hash, ledger_opening(a.company_id, a.id, e.number, e.balance_after)) as hash
       from entries e join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
       where e.company_id = a.company_id and e.account_id = a.id and t.finished_at < ${endOf('$1')}
       order by e.number desc limit 1
     ) h`,
    [day],
  );
  if (!row) throw new Error('A query without grouping returns a row');
  return row.heads;
}

export interface MovedRow {
  readonly kind: string;
  readonly network: string;
  readonly debits: string;
  readonly credits: string;
}

/** What was booked on a day. */
export function readMoved(db: Db, day: string): Promise<MovedRow[]> {
  const range = `t.finished_at >= ${startOf('$1')} and t.finished_at < ${endOf('$1')}`;
  return db.rows(
    `with moved as (${movedBetween(range)})
     select a.kind, coalesce(a.network, '') as network,
       coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as debits,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credits
     from moved t
     join entries e on e.company_id = t.company_id and e.transaction_id = t.id
     join accounts a on a.id = e.account_id
     group by a.kind, a.network`,
    [day],
  );
}

/** What the fee accounts lost to the networks, by month (2026-01) from a day on; a reversed charge was none. */
export function listNetworkCharges(
  db: Db,
  from: string,
): Promise<{ month: string; amount: string }[]> {
  const range = `t.company_id in (select id from companies where is_head_office)
    and t.finished_at >= ${startOf('$1')}`;
  return db.rows(
    `with moved as (${movedBetween(range)})
     select to_char(kampala_day(t.finished_at), 'YYYY-MM') as month, (-sum(e.amount))::bigint as amount
     from moved m
     join transactions t on t.company_id = m.company_id and t.id = m.id
     left join transactions o on o.company_id = t.company_id and o.id = t.reversal_of
     join entries e on e.company_id = t.company_id and e.transaction_id = t.id
     join accounts a on a.id = e.account_id and a.kind = 'fees'
     where coalesce(o.kind, t.kind) = 'network-fee'
     group by 1`,
    [from],
  );
}

export interface TotalRow {
  readonly day: string;
  readonly kind: string;
  readonly network: string;
  readonly balance: string;
}

/** Of closed days. */
export function listTotals(db: Db, days: readonly string[]): Promise<TotalRow[]> {
  return db.rows(
    'select day::text as day, kind, network, balance from day_balances where day = any ($1::date[])',
    [days],
  );
}

export interface SignedDayRow {
  readonly day: string;
  readonly liabilities: string;
  readonly root: string;
  readonly heads: string;
}

/** The closed last days of months, the newest first. */
export function listMonthEnds(db: Db, count: number): Promise<SignedDayRow[]> {
  return db.rows(
    `select day::text as day, liabilities, encode(root, 'hex') as root, encode(heads, 'hex') as heads
     from day_proofs where extract(day from day + 1) = 1 order by day_proofs.day desc limit $1`,
    [count],
  );
}
