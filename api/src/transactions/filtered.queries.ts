import type { TransactionTotals } from '@sente/contract/transaction-list';
import type { Db } from '../db/database.ts';
import { leftOutKinds } from '../ledger/left-out.ts';
import { sourceOf, type ListFilters, type Position, type Reach } from './filtered-source.ts';
import { detailColumns, detailJoins, type TransactionRow } from './transactions.queries.ts';

export interface FilteredRow extends TransactionRow {
  /** Older than all that were looked through. */
  readonly is_far: boolean;
  readonly company_id: string;
  readonly company_name: string;
}

export interface FilteredPage {
  readonly rows: FilteredRow[];
  /** How many transactions were looked through, and the oldest of them. */
  readonly walked: number;
  readonly oldest: { readonly id: string; readonly at: Date } | null;
}

interface Slice extends Reach {
  readonly position: Position;
  readonly limit: number;
}

interface Walk {
  readonly count?: number;
  readonly id?: string | null;
  readonly at?: string | null;
}

function parameters() {
  const values: unknown[] = [];
  return { values, bind: (value: unknown): string => `$${values.push(value)}` };
}

/** Matching transactions, newest first, among those that one call looks through. */
export async function listFiltered(
  db: Db,
  filters: ListFilters,
  { position, limit, ...reach }: Slice,
): Promise<FilteredPage> {
  const { values, bind } = parameters();
  const { walked, found, order } = sourceOf(filters, position, reach, { values, bind });
  const time = filters.dateBy === 'finished' ? 'finished_at' : 'created_at';
  const rows = await db.rows<FilteredRow & { walk: Walk }>(
    `with walked as materialized (${walked}),
     found as (
       select t.* from (${found}) t order by ${order} limit ${bind(limit)}
     ),
     listed as (
       select ${detailColumns}, t.company_id, c.name as company_name, t.is_far
       from found t join companies c on c.id = t.company_id ${detailJoins}
     )
     select w.walk, l.* from (
       select json_build_object('count', count(*), 'at', min(${time}),
         'id', (array_agg(t.id order by ${order.replaceAll(' desc', '')}))[1]) as walk
       from walked t
     ) w left join listed l on true
     order by ${order.replaceAll('t.', 'l.')}`,
    values,
  );
  const [first] = rows;
  const { count = 0, id = null, at = null } = first?.walk ?? {};
  return {
    rows: rows.filter((row) => row.id !== null),
    walked: count,
    oldest: id === null || at === null ? null : { id, at: new Date(at) },
  };
}

/** Among those that one call looks through; stops counting at the limit. */
export async function countFiltered(
  db: Db,
  filters: ListFilters,
  { position, limit, ...reach }: Slice,
): Promise<number> {
  const { values, bind } = parameters();
  const { walked, found } = sourceOf(filters, position, reach, { values, bind });
  const row = await db.row<{ count: number }>(
    `with walked as materialized (${walked})
     select count(*)::int as count from (select from (${found}) t limit ${bind(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}

export interface TotalsRow {
  readonly walked: number;
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly credits: string;
  readonly debits: string;
  readonly fees: string;
  readonly own_fees: string;
  readonly net: string;
  readonly left_out: number;
}

/** A transaction `t` that failed: its payment was booked in another one since, or people find out whether it was paid. */
const mayBePaid = `(
  exists (select from payments f where f.failed_transaction_id = t.id)
  or exists (select from payments p where p.transaction_id = t.id and p.review is not null)
)`;

/**
 * Counts the matches among the newest transactions that one call looks through, and adds them up unless
 * there are more than that: the completed ones, or all of another status that was asked for.
 */
export async function totalFiltered(
  db: Db,
  filters: ListFilters,
  { position, sumsOf, ...reach }: Omit<Slice, 'limit'> & Pick<TransactionTotals, 'sumsOf'>,
): Promise<TotalsRow | undefined> {
  const { values, bind } = parameters();
  const { walked, found } = sourceOf(filters, position, reach, { values, bind });
  return db.row<TotalsRow>(
    `with walked as materialized (${walked}),
     found as materialized (
       select t.company_id, t.id, t.account_id, t.kind, t.type, t.amount, t.status,
         t.reversal_of is not null or t.kind in (${leftOutKinds}) or exists (
           select from transactions r where r.reversal_of = t.id and r.company_id = t.company_id
             and r.status <> 'failed'
         ) as is_left_out, t.status = 'failed' and ${mayBePaid} as may_be_paid
       from (${found}) t
     ),
     counted as (
       select * from found where (status = 'completed' and not is_left_out or status = ${bind(sumsOf)} and not may_be_paid)
         and (select count(*) from walked) < ${bind(reach.walk)}
     ),
     sums as (
       select coalesce(sum(c.amount) filter (where c.type = 'credit'), 0) as credits,
         coalesce(sum(c.amount) filter (where c.type = 'debit'), 0) as debits,
         coalesce(sum(c.amount) filter (where c.kind = 'charge' and c.type = 'debit'), 0) as own_fees,
         coalesce(sum(e.net), 0) as net
       from counted c
       left join lateral (
         select sum(e.amount) as net from entries e
         where e.company_id = c.company_id and e.transaction_id = c.id and e.account_id = c.account_id
       ) e on true
     )
     select (select count(*)::int from walked) as walked,
       (select count(*)::int from found) as count,
       s.credits::text, s.debits::text, s.net::text,
       -- What was taken beside the amounts, and what is a transaction of its own.
       (s.credits - s.debits - s.net + s.own_fees)::text as fees, s.own_fees::text,
       (select count(*)::int from found where status = 'completed' and is_left_out or may_be_paid) as left_out
     from sums s`,
    values,
  );
}
