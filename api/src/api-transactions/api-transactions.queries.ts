import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { finishCursor } from '../ledger/finished.queries.ts';
import { movedJoin, netColumn, taxIn } from '../ledger/moved.queries.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';
import { checkColumn, isDoubted, type CheckMark } from '../payments/doubted.ts';
import { refundColumns, type RefundMarks } from '../payments/refunds.ts';
import {
  mostWalked,
  orderOf,
  searchedIn,
  sourceOf,
  type ApiTransactionFilters,
  type Below,
} from './api-transaction-source.ts';

export interface ApiTransactionRow extends RefundMarks, CheckMark {
  readonly id: string;
  readonly phone_number: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  readonly tax: string;
  /** What the account gained or lost; null until money moved. */
  readonly net: string | null;
  readonly network: string;
  readonly status: string;
  /** Why it failed. */
  readonly reason: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly is_notified: boolean | null;
  readonly direction: PaymentDirection;
  readonly reference: string | null;
  /** The transaction that reverses its own. */
  readonly reversed_by: string | null;
}

/** What every list of these shows; `p` is the payment. */
export const listColumns = `p.id, p.phone_number, p.amount, p.network, p.status, p.reason, p.created_at,
  p.finished_at, p.is_notified, p.direction, p.reference,
  ${reversalOf('p.transaction_id', 'p.company_id')} as reversed_by, ${checkColumn} as "check",
  ${refundColumns},
  case when p.status = 'FAILED' then 0 else coalesce(m.fee, p.fee) end as fee,
  case when p.status = 'FAILED' then 0 else coalesce(m.tax, ${taxIn('p')}) end as tax, ${netColumn}`;

export const listJoins = movedJoin('p', 'p.transaction_id');

/** The time of the oldest request in which words were looked for, if there are older ones. */
export async function findSearchedTo(db: Db, filters: ApiTransactionFilters): Promise<Date | null> {
  const { source, values } = sourceOf({ ...filters, search: '' });
  const time = filters.dateBy === 'finished' ? 'finished_at' : 'created_at';
  const row = await db.row<{ at: Date }>(
    `select p.${time} as at from (${source}) p order by ${orderOf(filters)}
     offset ${mostWalked} limit 1`,
    values,
  );
  return row?.at ?? null;
}

/**
 * One statement for rows and count, because a search with few matches reads all rows; counts up to
 * `most`.
 */
export function listNumberedPage(
  db: Db,
  filters: ApiTransactionFilters,
  page: { readonly offset: number; readonly limit: number; readonly most: number },
): Promise<(ApiTransactionRow & { readonly total: number })[]> {
  const { source, values } = sourceOf(filters);
  const [most, limit, offset] = placesAfter(values);
  const order = orderOf(filters);
  return db.rows(
    `select ${listColumns}, p.total
     from (
       select p.*, count(*) over ()::int as total
       from (select p.* from (${source}) p order by ${order} limit ${most}) p
       order by ${order} limit ${limit} offset ${offset}
     ) p ${listJoins}
     order by ${order}`,
    [...values, page.most, page.limit, page.offset],
  );
}

/** By finish, the time of the row is needed as well. */
export async function listBelow(
  db: Db,
  filters: ApiTransactionFilters,
  belowId: string | null,
  count: number,
): Promise<ApiTransactionRow[]> {
  const order = orderOf(filters);
  const { source, values } = sourceOf(
    filters,
    belowId === null ? null : await placeBelow(db, filters, belowId),
  );
  return db.rows(
    `select ${listColumns}
     from (select p.* from (${source}) p order by ${order} limit $${values.length + 1}) p ${listJoins}
     order by ${order}`,
    [...values, count],
  );
}

async function placeBelow(
  db: Db,
  { dateBy, companyId }: ApiTransactionFilters,
  belowId: string,
): Promise<Below> {
  if (dateBy === 'created') return { belowId, belowAt: null };
  return finishCursor(db, 'payments', belowId, companyId);
}

interface Searched {
  readonly rows: ApiTransactionRow[];
  /** How many were looked through, and the last of them. */
  readonly walked: number;
  readonly lastId: string | null;
}

/** A search from a row on, or from the newest, through as many as `walk`. */
export async function searchBelow(
  db: Db,
  filters: ApiTransactionFilters,
  { after, limit, walk }: { after: string | null; limit: number; walk: number },
): Promise<Searched> {
  const below = after === null ? null : await placeBelow(db, filters, after);
  const { walked, matches, values } = searchedIn(filters, below, walk);
  const order = orderOf(filters);
  const rows = await db.rows<ApiTransactionRow & { walked: number; last_id: string | null }>(
    `with walked as materialized (${walked}),
     listed as (
       select ${listColumns}
       from (
         select p.* from walked p where ${matches} order by ${order} limit $${values.length + 1}
       ) p ${listJoins}
     )
     select w.walked, w.last_id, p.* from (
       select count(*)::int as walked,
         (array_agg(p.id order by ${order.replaceAll(' desc', '')}))[1] as last_id
       from walked p
     ) w left join listed p on true
     order by ${order}`,
    [...values, limit],
  );
  return {
    rows: rows.filter(({ id }) => id !== null),
    walked: rows[0]?.walked ?? 0,
    lastId: rows[0]?.last_id ?? null,
  };
}

function placesAfter({ length }: readonly unknown[]): [string, string, string] {
  return [`$${length + 1}`, `$${length + 2}`, `$${length + 3}`];
}

/** Stops counting at the limit. */
export async function countApiTransactions(
  db: Db,
  filters: ApiTransactionFilters,
  limit: number,
): Promise<number> {
  const { source, values } = sourceOf(filters);
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from (${source}) p limit $${values.length + 1}
     ) found`,
    [...values, limit],
  );
  return row?.count ?? 0;
}

export interface ApiTotalsRow {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly credits: string;
  readonly debits: string;
  readonly fees: string;
  readonly left_out: number;
}

/**
 * Counts the matches among the newest `most` and adds up those that succeeded and were not reversed, or those of
 * another status that was asked for: of failed ones those that nobody checks any more.
 */
export function totalApiTransactions(
  db: Db,
  filters: ApiTransactionFilters,
  most: number,
): Promise<ApiTotalsRow | undefined> {
  const { source, values } = sourceOf(filters);
  return db.row<ApiTotalsRow>(
    `with found as materialized (
       select p.* from (${source}) p order by ${orderOf(filters)} limit $${values.length + 1}
     ),
     added as (
       select p.*, ${reversalOf('p.transaction_id', 'p.company_id')} is not null or ${isDoubted('p')} as is_left_out
       from found p where p.status = $${values.length + 2}
     )
     select (select count(*)::int from found) as count,
       coalesce(sum(p.amount) filter (where p.direction = 'collection' and not is_left_out), 0)::text
         as credits,
       coalesce(sum(p.amount) filter (where p.direction = 'payout' and not is_left_out), 0)::text
         as debits,
       coalesce(sum(coalesce(m.fee, p.fee)) filter (where not is_left_out), 0)::text as fees,
       (count(*) filter (where is_left_out))::int as left_out
     from added p ${listJoins}`,
    [...values, most, filters.status ?? 'SUCCESS'],
  );
}
