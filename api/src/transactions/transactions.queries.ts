import type { Db } from '../db/database.ts';
import { movedColumns, movedJoins, payerColumns } from '../ledger/moved.queries.ts';
import { reversedBy } from '../ledger/reversal.queries.ts';
import type { CheckMark } from '../payments/doubted.ts';
import { refundColumns, type RefundMarks } from '../payments/refunds.ts';
import { transactionCheck } from '../payments/transaction-check.ts';
import type { DayCount, Span } from './spans.ts';

export interface TransactionRow extends RefundMarks, CheckMark {
  readonly id: string;
  /** Such as deposit or payout. */
  readonly kind: string;
  readonly reference: string | null;
  readonly description: string;
  readonly type: 'credit' | 'debit';
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly status: 'completed' | 'pending' | 'failed';
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  /** Why it failed. */
  readonly reason: string | null;
  /** The mobile-money request behind it. */
  readonly payment_id: string | null;
  readonly fee: string;
  readonly tax: string;
  /** What the account gained or lost; null until money moved. */
  readonly net: string | null;
  readonly phone_number: string | null;
  readonly network: string | null;
  readonly reversal_of: string | null;
  readonly reversed_by: string | null;
}

export interface ReversibleRow extends TransactionRow {
  readonly company_id: string;
  readonly is_account_active: boolean;
}

export interface TransactionFilters {
  readonly companyId: string;
  readonly status: TransactionRow['status'] | null;
  readonly type: TransactionRow['type'] | null;
}

/** Of a transaction `t` with its payment `p`, whose words the page of the payment has. */
const failedReason =
  "case when t.status = 'failed' then coalesce(p.reason, t.reason) else t.reason end";

/** Of a transaction `t`. */
export const detailColumns = `
  t.id, t.kind, t.reference, t.description, t.type, t.amount, t.status, t.created_at, t.finished_at,
  ${failedReason} as reason,
  t.account_id, coalesce(a.name, initcap(a.kind)) as account_name,
  coalesce(a.number, '') as account_number,
  ${payerColumns}, t.reversal_of, ${reversedBy} as reversed_by,
  ${refundColumns}, ${transactionCheck} as "check",
  ${movedColumns}`;

export const detailJoins = `join accounts a on a.id = t.account_id ${movedJoins}`;

/**
 * Whether a transaction `t` contains the text of a parameter. `digits` is what the text has of a phone
 * number, which the description may name, or null.
 */
export function matchingSearch(text: string, digits: string): string {
  return `(
    position(lower(${text}) in lower(t.description)) > 0
    or position(lower(${text}) in lower(t.reference)) > 0
    or position(${digits}::text in t.description) > 0
    or position(lower(${text}) in t.id::text) > 0
  )`;
}

/**
 * Matching transactions within the spans, newest first, along the primary key. Not prepared by
 * name: a plan made for a small table would scan a large one.
 */
export async function listTransactions(
  db: Db,
  { companyId, status, type }: TransactionFilters,
  spans: readonly Span[],
  limit: number,
): Promise<TransactionRow[]> {
  if (spans.length === 0) return [];
  return db.rows<TransactionRow>(
    `select ${detailColumns}
     from (
       select t.* from unnest($2::uuid[], $3::uuid[]) span(from_id, below_id)
       cross join lateral (
         select * from transactions t
         where t.company_id = $1 and t.id >= span.from_id and t.id < span.below_id
           and ($4::transaction_status is null or t.status = $4)
           and ($5::transaction_type is null or t.type = $5)
         order by t.id desc limit $6
       ) t order by t.id desc limit $6
     ) t ${detailJoins}
     order by t.id desc`,
    [
      companyId,
      spans.map(({ fromId }) => fromId),
      spans.map(({ belowId }) => belowId),
      status,
      type,
      limit,
    ],
  );
}

/**
 * The number of transactions per day, newest first, from the daily figures. Undefined if there is no such
 * company.
 */
export async function countByDay(
  db: Db,
  { companyId, status, type }: TransactionFilters,
  days: { readonly firstDay: string; readonly lastDay: string },
): Promise<DayCount[] | undefined> {
  const rows = await db.rows<{ day: string | null; count: number }>(
    `select f.day::text as day, f.count::float8 as count
     from companies c
     left join lateral (
       select day, sum(count) as count from company_day_figures
       where company_id = $1 and day between $2 and $3
         and ($4::transaction_status is null or status = $4)
         and ($5::transaction_type is null or type = $5)
       group by day having sum(count) > 0
     ) f on true
     where c.id = $1 and c.archived_at is null
     order by f.day desc`,
    [companyId, days.firstDay, days.lastDay, status, type],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ day, count }) => (day === null ? [] : [{ day, count }]));
}

/** Locks its company against archiving until this transaction ends. */
export function findReversible(db: Db, id: string): Promise<ReversibleRow | undefined> {
  return db.row<ReversibleRow>(
    `select ${detailColumns}, t.company_id, a.is_active as is_account_active
     from transactions t join companies c on c.id = t.company_id ${detailJoins}
     where t.id = $1 and c.archived_at is null
     for share of c`,
    [id],
  );
}

export function findTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  return db.row<TransactionRow>(
    `select ${detailColumns} from transactions t ${detailJoins} where t.id = $1`,
    [id],
  );
}
