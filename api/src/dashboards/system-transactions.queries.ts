import type { Db } from '../db/database.ts';
import { finishedRows, finishedValues, type FinishedSpan } from '../ledger/finished.queries.ts';
import type { CheckMark } from '../payments/doubted.ts';
import { transactionCheck } from '../payments/transaction-check.ts';
import { movedColumns, movedJoins, networkColumn } from '../ledger/moved.queries.ts';
import { reversedBy } from '../ledger/reversal.queries.ts';
import type { DayCount, Span } from '../transactions/spans.ts';
import type { Figure } from './figures.ts';

/** What every list of staff shows. */
export interface SystemTransactionBaseRow {
  readonly id: string;
  readonly company_id: string;
  readonly company: string;
  readonly type: Figure['type'];
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly status: Figure['status'];
  readonly created_at: Date;
}

export interface SystemTransactionRow extends SystemTransactionBaseRow, CheckMark {
  readonly network: string | null;
  readonly fee: string;
  readonly tax: string;
  /** What the account gained or lost; null until money moved. */
  readonly net: string | null;
  readonly finished_at: Date | null;
  readonly reversal_of: string | null;
  readonly reversed_by: string | null;
}

export interface SystemFilters {
  readonly type: Figure['type'] | null;
  readonly status: Figure['status'] | null;
}

export interface Slice {
  readonly belowId: string;
  readonly limit: number;
}

/**
 * Includes archived companies, because skipping them could mean reading any number of rows. Names
 * are looked up only for the rows returned.
 */
const columns = `t.id, t.company_id, c.name as company, t.type, t.amount, t.status, t.created_at,
  t.finished_at, t.reversal_of, ${reversedBy} as reversed_by, ${networkColumn},
  ${transactionCheck} as "check", ${movedColumns}`;
const joins = `join companies c on c.id = t.company_id ${movedJoins}`;
const named = `${joins} order by t.id desc`;

export function listNewest(db: Db, { belowId, limit }: Slice): Promise<SystemTransactionRow[]> {
  return db.rows<SystemTransactionRow>(
    `select ${columns}
     from (select * from transactions where id < $1 order by id desc limit $2) t ${named}`,
    [belowId, limit],
  );
}

/** Reads span after span until there are enough rows. */
export async function listWithin(
  db: Db,
  { type, status }: SystemFilters,
  spans: readonly Span[],
  limit: number,
): Promise<SystemTransactionRow[]> {
  if (spans.length === 0) return [];
  return db.rows<SystemTransactionRow>(
    `select ${columns}
     from (
       select t.* from unnest($1::uuid[], $2::uuid[]) span(from_id, below_id)
       cross join lateral (
         select * from transactions t
         where t.id >= span.from_id and t.id < span.below_id
           and ($3::transaction_status is null or t.status = $3)
           and ($4::transaction_type is null or t.type = $4)
         order by t.id desc limit $5
       ) t
       order by t.id desc limit $5
     ) t ${named}`,
    [spans.map(({ fromId }) => fromId), spans.map(({ belowId }) => belowId), status, type, limit],
  );
}

/** The last finished first. */
export async function listFinished(
  db: Db,
  filters: SystemFilters,
  span: FinishedSpan,
  limit: number,
): Promise<SystemTransactionRow[]> {
  const found = finishedRows(filters, 'true');
  if (!found) return [];
  return db.rows<SystemTransactionRow>(
    `select ${columns} from (${found}) t ${joins} order by t.finished_at desc, t.id desc`,
    finishedValues(span, limit),
  );
}

/** The newest days with transactions, from the figures, in primary key order. */
export function newestDays(
  db: Db,
  { type, status }: SystemFilters,
  { lastDay, limit }: { readonly lastDay: string; readonly limit: number },
): Promise<DayCount[]> {
  return db.rows<DayCount>(
    `select f.day::text as day, sum(count)::float8 as count
     from platform_day_figures f
     where f.day <= $1
       and ($2::transaction_status is null or status = $2)
       and ($3::transaction_type is null or type = $3)
     group by f.day having sum(count) > 0
     order by f.day desc limit $4`,
    [lastDay, status, type, limit],
  );
}

/**
 * Pending or failed ones have partial indexes, which are used only if status and type are literals. Each
 * is read for as many rows as the list may have.
 */
export function listOpenOrFailed(
  db: Db,
  { type, status }: { readonly type: Figure['type'] | null; readonly status: 'pending' | 'failed' },
  { belowId, limit }: Slice,
): Promise<SystemTransactionRow[]> {
  const parts = (type ? [type] : (['credit', 'debit'] as const)).map(
    (each) => `(
      select * from transactions where status = '${status}' and type = '${each}' and id < $1
      order by id desc limit $2
    )`,
  );
  return db.rows<SystemTransactionRow>(
    `select ${columns}
     from (
       select * from (${parts.join(' union all ')}) t order by t.id desc limit $2
     ) t ${named}`,
    [belowId, limit],
  );
}
