import type { Db } from '../db/database.ts';
import { bankDays, unmatched } from './match.queries.ts';

/*
 * A line of the bank that stands for several settlements: the bank pays the file of a batch as one sum, or takes
 * it back as one. What it returned before it was booked here comes back with lines of its own.
 */

interface Pair {
  readonly line_id: string;
  readonly day: string;
  /** The bookings. */
  readonly transactions: string[];
  /** The settlements on the line that were returned and never booked. */
  readonly unbooked: string[];
}

/** Pairs each such line with all bookings of its batch, before any other way takes one of them for it. */
export async function matchBatches(db: Db): Promise<void> {
  // One at a time: a batch may be on two lines, and a line may fit two batches.
  while (await matchOne(db));
}

async function matchOne(db: Db): Promise<boolean> {
  for (const pair of await listPairs(db)) {
    const returns = await listReturns(db, pair);
    if (returns.length < pair.unbooked.length) continue;
    await join(db, pair, returns);
    return true;
  }
  return false;
}

/** The nearest come first: those with the reference that people typed in, then by time. */
function listPairs(db: Db): Promise<Pair[]> {
  return db.rows<Pair>(
    `with sums as materialized (
       select b.batch_id, b.is_back, b.reference, sum(b.effect)::bigint as total, count(*) as bookings,
         min(b.booked_at) as first_at, max(b.booked_at) as last_at, array_agg(b.transaction_id) as transactions
       from (
         select *, reversal_of is not null as is_back from reconciliation_bookings b
         where b.batch_id is not null and ${unmatched('b')}
       ) b
       group by grouping sets ((b.batch_id, b.is_back), (b.batch_id, b.is_back, b.reference))
     ), wanted as (
       select s.*, s.total as moved, '{}'::uuid[] as unbooked from sums s where s.bookings > 1
       union all
       select s.*, s.total - u.amount, u.ids from sums s join lateral (
         select sum(t.amount)::bigint as amount, array_agg(t.id) as ids from settlements t
         where t.batch_id = s.batch_id and t.state = 'returned' and t.paid_at is null
       ) u on u.amount is not null
       where not s.is_back
     )
     select l.line_id, l.day::text, w.transactions, w.unbooked
     from wanted w join reconciliation_lines l on l.moved = w.moved
     where l.network = 'BANK' and ${unmatched('l')} and l.effect = l.moved and l.kind <> 'fee'
       and l.at <= w.last_at + ${bankDays} and l.at >= w.first_at - interval '30 days'
       -- One settlement of this amount, which the line names, is nearer.
       and not exists (
         select from reconciliation_bookings o join statement_lines t on t.id = l.line_id
         where o.network = 'BANK' and ${unmatched('o')} and o.effect = l.moved
           and (o.reference = l.reference or strpos(t.text, o.our_reference) > 0)
       )
     order by (w.reference = l.reference) is true desc, w.bookings desc,
       abs(extract(epoch from l.at - w.last_at)), l.line_id, w.batch_id`,
  );
}

/** The lines with which the bank sent them back, one for each. */
async function listReturns(db: Db, { unbooked, line_id }: Pair): Promise<string[]> {
  const rows = await db.rows<{ line_id: string }>(
    `select distinct on (s.id) l.line_id
     from settlements s
     join reconciliation_lines l on l.network = 'BANK' and ${unmatched('l')} and l.moved = s.amount
       and l.effect = l.moved
     join reconciliation_lines p on p.line_id = $2 and l.at >= p.at
     join statement_lines t on t.id = l.line_id and strpos(t.text, s.reference) > 0
     where s.id = any($1::uuid[])
     order by s.id, l.at, l.line_id`,
    [unbooked, line_id],
  );
  return rows.map((row) => row.line_id);
}

async function join(db: Db, pair: Pair, returns: readonly string[]): Promise<void> {
  await db.rows(
    `with lined as (
       update reconciliation_lines set state = case when line_id = $1 then 'matched' else 'netted' end
       where line_id = $1 or line_id = any($4::bigint[])
     )
     update reconciliation_bookings set line_id = $1, line_day = $2, how = 'batch', state = 'matched'
     where network = 'BANK' and transaction_id = any($3::uuid[])`,
    [pair.line_id, pair.day, pair.transactions, returns],
  );
}
