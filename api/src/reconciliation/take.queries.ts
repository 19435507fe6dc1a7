import type { Db } from '../db/database.ts';
import type { CaseRow } from './case-rows.queries.ts';
import { bankDays, pairingOfNew } from './match.queries.ts';

/*
 * Takes what is new on both sides, each thing once: entries of clearing accounts, and of settlement accounts for
 * the bank, by their number, and lines by their file. Days are summed up in the same statement.
 */

const columns = `transaction_id, company_id, network, payment_id, kind, reversal_of, reference, phone,
  our_reference, batch_id, effect, began_at, booked_at, day`;

/**
 * Of entries `k` with the network of their account. Each looks up its rows, as the offset requires: a join would
 * read all transactions and payments for every batch.
 */
const asBookings = `select t.id, t.company_id, k.network, coalesce(p.id, o.id), t.kind, t.reversal_of,
    case when t.reversal_of is null then
      coalesce(p.network_reference, s.bank_reference,
        -- What a case booked as a transfer has the network's reference, which is not the bank's.
        case when t.kind in ('suspense', 'release')
          or (k.network = 'BANK' and t.key not like 'float:case:%') then t.reference end)
    end,
    case when t.reversal_of is null then p.phone_number end, s.reference, s.batch_id, -k.amount,
    case when k.network = 'BANK' then t.finished_at - ${bankDays}
      else coalesce(p.created_at, t.created_at) end,
    t.finished_at, kampala_day(t.finished_at)
  from taken k
  cross join lateral (
    select * from transactions t where t.company_id = k.company_id and t.id = k.transaction_id offset 0
  ) t
  left join lateral (select * from payments p where p.transaction_id = t.id offset 0) p on true
  left join lateral (
    select s.reference, s.bank_reference, s.batch_id from settlements s
    where k.network = 'BANK' and s.transaction_id = coalesce(t.reversal_of, t.id) offset 0
  ) s on true
  left join payments o on t.reversal_of is not null and o.transaction_id = t.reversal_of`;

const intoDays = (taken: string): string => `insert into reconciliation_days as d
    (network, day, booked_effect)
  select network, day, sum(effect) from ${taken} group by network, day order by network, day
  on conflict (network, day) do update set booked_effect = d.booked_effect + excluded.booked_effect`;

/** How many entries there were; at most about twice the limit. */
export async function takeBookings(db: Db, limit: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `with heads as (
       select a.id, a.company_id, a.network, a.number,
         sum(least(a.waiting, $1)) over (order by a.id) - least(a.waiting, $1) as before
       from (
         select a.id, a.company_id, coalesce(a.network, 'BANK') as network, coalesce(c.number, 0) as number,
           a.entry_count - coalesce(c.number, 0) as waiting
         from accounts a left join reconciliation_cursors c on c.account_id = a.id
         where a.kind in ('clearing', 'settlement') and a.entry_count > coalesce(c.number, 0)
       ) a
     ), taken as materialized (
       select h.network, e.* from heads h
       cross join lateral (
         select e.company_id, e.account_id, e.number, e.transaction_id, e.amount from entries e
         where e.company_id = h.company_id and e.account_id = h.id and e.number > h.number
         order by e.number limit $1
       ) e
       where h.before < $1
     ), booked as (
       insert into reconciliation_bookings (${columns}) ${asBookings}
       on conflict (transaction_id, network) do nothing
       returning network, day, effect
     ), days as (${intoDays('booked')}),
     moved as (
       insert into reconciliation_cursors as c (account_id, number)
       select account_id, max(number) from taken group by account_id
       on conflict (account_id) do update set number = excluded.number
     )
     select count(*)::int as count from taken`,
    [limit],
  );
  return row?.count ?? 0;
}

/**
 * Takes what settles a case with it, before the others are taken. Returns how much they changed at its place, in
 * hundredths of UGX.
 */
export async function takeSettling(
  db: Db,
  { id, network }: Pick<CaseRow, 'id' | 'network'>,
  transactionIds: readonly string[],
): Promise<bigint> {
  const row = await db.row<{ effect: string }>(
    `with taken as (
       select $3::text as network, e.company_id, e.transaction_id, e.amount from entries e
       join accounts a on a.id = e.account_id
       where e.transaction_id = any($2::uuid[])
         and (a.kind = 'clearing' and a.network = $3 or a.kind = 'settlement' and $3 = 'BANK')
     ), booked as (
       insert into reconciliation_bookings (${columns}, state, case_id)
       select b.*, 'settled', $1 from (${asBookings}) b
       returning network, day, effect
     ), days as (${intoDays('booked')})
     select coalesce(sum(effect), 0) as effect from booked`,
    [id, transactionIds, network],
  );
  return BigInt(row?.effect ?? 0);
}

/** Files whose lines were not taken yet, the oldest first. One that failed has lines too. */
export async function listFilesToTake(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from statement_files
     where state in ('done', 'failed') and (matched_at is null or matched_at < finished_at)
     order by begun_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** A file of known lines may be the first that tells their balances. */
export async function markTaken(db: Db, fileId: string): Promise<void> {
  await db.rows(
    `with taken as (
       update statement_files set matched_at = finished_at where id = $1 returning id, network, wallet
     )
     insert into reconciliation_balances (network, wallet, day)
     select t.network, t.wallet, b.day from taken t join statement_balances b on b.file_id = t.id
     on conflict (network, wallet, day) do update set is_stale = true`,
    [fileId],
  );
}

/**
 * Takes the lines of a file from an id on, and pairs those whose reference is known. Returns the last id; null if
 * there are no more.
 */
export async function takeLines(
  db: Db,
  fileId: string,
  after: string,
  limit: number,
): Promise<string | null> {
  const row = await db.row<{ last: string | null }>(
    `with chunk as materialized (
       select * from statement_lines where file_id = $1 and id > $2 order by id limit $3
     ), fresh as materialized (
       select l.id as line_id, network, reference,
         case when order_id is not null then short_id_uuid(order_id) end as order_id, phone, at,
         kampala_day(at) as day, kind, moved,
         case when status = 'completed' then moved - coalesce(fee, 0) else 0 end as effect,
         case when status = 'completed' then 'open' else 'said' end as state
       from (
         select *, case when status <> 'completed' then 0 when direction = 'in' then amount
           else -amount end as moved
         from chunk where status <> 'pending'
       ) l
       -- Looked up one by one, as its offset requires: there may be a million others.
       where not exists (select from reconciliation_lines r where r.line_id = l.id offset 0)
     ), ${pairingOfNew('fresh')}, taken as (
       insert into reconciliation_lines (line_id, network, reference, order_id, phone, at, day, kind,
         moved, effect, state)
       select f.line_id, f.network, f.reference, f.order_id, f.phone, f.at, f.day, f.kind, f.moved, f.effect,
         -- Hashed: a join of what no statistics tell of would compare each with each.
         case when f.line_id in (select line_id from booked where state = 'matched') then 'matched'
           when f.line_id in (select line_id from booked where state = 'differs') then 'differs'
           else f.state end
       from fresh f
       returning network, day, effect, state
     ), days as (
       insert into reconciliation_days as d (network, day, lines, line_effect)
       select network, day, count(*), sum(effect) from taken
       where state <> 'said' group by network, day order by network, day
       on conflict (network, day) do update set lines = d.lines + excluded.lines,
         line_effect = d.line_effect + excluded.line_effect
     ), balances as (
       insert into reconciliation_balances (network, wallet, day)
       select distinct t.network, f.wallet, t.day from taken t
       join statement_files f on f.id = $1 where t.state <> 'said' order by t.day
       on conflict (network, wallet, day) do update set is_stale = true
     )
     select max(id) as last from chunk`,
    [fileId, after, limit],
  );
  return row?.last ?? null;
}

/** Whether another file goes on where the balance `t` ends, and `t` does not where that one does. */
const isContinued = `exists (
    select from statement_balances n
    join statement_files g on g.id = n.file_id and g.network = s.network and g.wallet = s.wallet and g.state = 'done'
    where n.day = t.day and n.file_id <> t.file_id and n.opening = t.balance and n.balance <> t.balance
      and t.opening is distinct from n.balance
      and date_trunc('minute', n.at) = date_trunc('minute', t.at)
  )`;

/**
 * The balance at the end of each day and wallet with something new, as the files tell it, also of lines that another
 * file told first. Of several of one minute, such as those of a bank's day, the one that goes furthest: not the one of
 * the file that came last. None if the wallet has a line after it: an older balance does not contain that.
 */
export async function readBalances(db: Db): Promise<void> {
  await db.rows(
    `update reconciliation_balances d set is_stale = false, balance = b.balance
     from (
       select s.network, s.wallet, s.day, case when not exists (
           select from statement_lines l join statement_files g on g.id = l.file_id
           where l.network = s.network and not l.is_withdrawn and l.status = 'completed' and s.wallet in ('both', g.wallet)
             and l.at >= date_trunc('minute', told.at) + interval '1 minute'
             and l.at < (s.day + 1)::timestamp at time zone interval '3 hours'
             -- A call may have told it with the time of its beginning.
             and not exists (
               select from reconciliation_lines r where r.line_id = l.id
                 and (r.day <> s.day or r.at < date_trunc('minute', told.at) + interval '1 minute')
             )
         ) then told.balance end as balance
       from reconciliation_balances s
       left join lateral (
         select t.at, t.balance from statement_balances t
         join statement_files f on f.id = t.file_id and f.network = s.network and f.wallet = s.wallet
         where t.day = s.day and f.state = 'done'
         order by date_trunc('minute', t.at) desc, ${isContinued}, t.lines desc, f.begun_at desc, f.id limit 1
       ) told on true
       where s.is_stale
     ) b
     where d.network = b.network and d.wallet = b.wallet and d.day = b.day`,
  );
}
