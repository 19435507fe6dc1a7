import type { StatementPlace } from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';

/** Hundredths of UGX; bigint arrives as text. */
export interface CallRow {
  readonly network: StatementPlace;
  readonly day: string;
  readonly read_at: Date;
  readonly amount: string;
  readonly explained: string | null;
  readonly under_way_in: string;
  readonly under_way_out: string;
  readonly unexplained: string | null;
  /** What `explained` is the sum of. */
  readonly ledger: string | null;
  readonly opening: string | null;
  readonly not_booked: string | null;
  readonly open_cases: string | null;
  /** How many answers in a row were not explained. */
  readonly strikes: number;
}

const columns = `network, day::text, read_at, amount, explained, under_way_in, under_way_out, unexplained,
  ledger, opening, not_booked, open_cases, strikes`;

export function listLastCalls(db: Db): Promise<CallRow[]> {
  return db.rows<CallRow>(
    `select distinct on (network) ${columns} from float_calls c order by network, c.day desc`,
  );
}

export function findCall(db: Db, network: string, day: string): Promise<CallRow | undefined> {
  return db.row<CallRow>(`select ${columns} from float_calls where network = $1 and day = $2`, [
    network,
    day,
  ]);
}

interface Books {
  /** Of the clearing accounts, as the network has it. */
  readonly ledger: string;
  readonly under_way_in: string;
  readonly under_way_out: string;
}

/** In one statement, so that a payment that ends meanwhile is either booked or under way. */
export async function readBooks(db: Db, network: string): Promise<Books> {
  const row = await db.row<Books>(
    `select (select coalesce(-sum(balance), 0)::bigint from accounts where kind = 'clearing' and network = $1)
         as ledger,
       coalesce(sum(amount) filter (where direction = 'collection'), 0)::bigint as under_way_in,
       coalesce(sum(amount) filter (where direction = 'payout'), 0)::bigint as under_way_out
     from (
       select p.direction, greatest(p.amount, r.network_amount) as amount
       from open_payments o
       join payments p on p.company_id = o.company_id and p.id = o.payment_id
       left join payment_reviews r on r.payment_id = p.id and r.closed_at is null
       where o.network = $1 and o.sent_at is not null
       union all
       -- Paid after all, and not decided yet.
       select p.direction, coalesce(r.network_amount, p.amount)
       from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
       where r.closed_at is null and p.network = $1 and p.status = 'FAILED'
       union all
       -- Booked, and the network says now that it moved something else or nothing.
       select case when (p.direction = 'collection') = (coalesce(r.network_amount, 0) < p.amount)
           then 'payout' else 'collection' end,
         abs(p.amount - coalesce(r.network_amount, 0))
       from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
       where r.closed_at is null and p.network = $1 and r.kind = 'contradicted'
     ) u`,
    [network],
  );
  if (!row) throw new Error('A query without grouping returns a row');
  return row;
}

/** The last answer of a day counts. */
export async function keepCall(
  db: Db,
  call: Omit<CallRow, 'day' | 'read_at' | 'strikes'>,
): Promise<void> {
  await db.rows(
    `insert into float_calls as c (network, day, read_at, amount, explained, under_way_in, under_way_out,
       unexplained, ledger, opening, not_booked, open_cases, strikes)
     values ($1, kampala_day(now()), now(), $2, $3, $4, $5, $6, $7, $8, $9, $10, case when coalesce($6::bigint, 0) = 0 then 0 else
       1 + coalesce((select strikes from float_calls where network = $1 order by day desc limit 1), 0) end)
     on conflict (network, day) do update set read_at = excluded.read_at, amount = excluded.amount,
       explained = excluded.explained, under_way_in = excluded.under_way_in,
       under_way_out = excluded.under_way_out, unexplained = excluded.unexplained, strikes = excluded.strikes,
       ledger = excluded.ledger, opening = excluded.opening, not_booked = excluded.not_booked,
       open_cases = excluded.open_cases`,
    [
      call.network,
      call.amount,
      call.explained,
      call.under_way_in,
      call.under_way_out,
      call.unexplained,
      call.ledger,
      call.opening,
      call.not_booked,
      call.open_cases,
    ],
  );
}
