import type { PaymentDirection } from '@sente/contract/payments';
import { phoneDigits } from '@sente/contract/phone';
import type { DateKind } from '@sente/contract/transaction-kinds';
import type { Db } from '../db/database.ts';
import { fromShortId } from '../db/short-id.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { finishCursor } from '../ledger/finished.queries.ts';
import { movedJoin, netColumn } from '../ledger/moved.queries.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';
import { shortIdSearchOf, shortIdSql } from './short-id-search.ts';

export interface ApiTransactionRow {
  readonly id: string;
  readonly phone_number: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  /** What the account gained or lost; null until money moved. */
  readonly net: string | null;
  readonly network: string;
  readonly status: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly is_notified: boolean | null;
  readonly direction: PaymentDirection;
  readonly reference: string | null;
  /** The transaction that reverses its own. */
  readonly reversed_by: string | null;
}

export interface ApiTransactionFilters {
  readonly companyId: string;
  readonly search: string;
  readonly status: string | null;
  readonly network: string | null;
  /** The day that counts, and the order. */
  readonly dateBy: DateKind;
  /** Start (inclusive) and end (exclusive); null if open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** What every list of these shows; `p` is the payment. */
export const listColumns = `p.id, p.phone_number, p.amount, p.network, p.status, p.created_at,
  p.finished_at, p.is_notified, p.direction, p.reference,
  ${reversalOf('p.transaction_id', 'p.company_id')} as reversed_by,
  case when p.status = 'FAILED' then 0 else coalesce(m.fee, p.fee) end as fee, ${netColumn}`;

export const listJoins = movedJoin('p', 'p.transaction_id');

/**
 * For a million rows each function call costs 0.1 s. Phone numbers and ids have no capitals,
 * networks only ASCII ones, and the short id is computed only for rows whose digits match. The
 * reference is compared together with the network to save one call.
 */
function matching(search: string, bind: (value: unknown) => string): string {
  const wholeId = fromShortId(search);
  // A complete transaction id is also searched as the UUID it stands for.
  const text = bind(wholeId ?? search.toLowerCase());
  const typed = wholeId ? bind(search.toLowerCase()) : text;
  // Only non-ASCII letters need locale rules.
  const collation = /^[ -~]*$/.test(search) ? ' collate "C"' : '';
  const phone = phoneDigits(search);
  const short = wholeId ? null : shortIdSearchOf(search);
  const tests = [
    `position(${text} in p.phone_number || chr(1) || p.id::text) > 0`,
    `position(${typed} in lower((p.network || chr(1) || coalesce(p.reference, ''))${collation})) > 0`,
  ];
  if (phone) tests.push(`position(${bind(phone)} in p.phone_number) > 0`);
  if (short) {
    const isFound = `position(${bind(search.toUpperCase())} in ${shortIdSql('p.id')}) > 0`;
    const digits = short.digits?.map((each) => `%${each}%`);
    const hasDigits = digits && `encode(uuid_send(p.id), 'hex') like any (${bind(digits)}::text[])`;
    tests.push(hasDigits ? `(${hasDigits} and ${isFound})` : isFound);
  }
  return `(${tests.join(' or ')})`;
}

/**
 * Only filters that are set appear in the SQL, so that the planner can use the partial indexes. The
 * statement is not prepared by name.
 */
function passing(filters: ApiTransactionFilters): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { companyId, search, status, network } = filters;
  const where = [
    `p.company_id = ${bind(companyId)}`,
    ...(search === '' ? [] : [matching(search, bind)]),
    ...(network === null ? [] : [`p.network = ${bind(network)}`]),
    ...(status === null ? [] : [`p.status = ${bind(status)}`, ...indexOf(status)]),
    ...onDays(filters, bind),
  ];
  return { where: where.join(' and '), values };
}

/** Repeats the predicate of the partial index so that the planner can use it. */
function indexOf(status: string): string[] {
  if (status === 'SUCCESS') return [];
  return [status === 'FAILED' ? `p.status = 'FAILED'` : `p.status not in ('SUCCESS', 'FAILED')`];
}

/** Ids contain the time of creation. */
function onDays(
  { dateBy, startMs, endMs }: ApiTransactionFilters,
  bind: (value: unknown) => string,
): string[] {
  const isByFinish = dateBy === 'finished';
  const column = isByFinish ? 'p.finished_at' : 'p.id';
  const at = (ms: number) => bind(isByFinish ? new Date(ms) : lowestUuidV7(ms));
  return [
    ...(isByFinish ? ['p.finished_at is not null'] : []),
    ...(startMs === null ? [] : [`${column} >= ${at(startMs)}`]),
    ...(endMs === null ? [] : [`${column} < ${at(endMs)}`]),
  ];
}

function orderOf({ dateBy }: ApiTransactionFilters): string {
  return dateBy === 'finished' ? 'p.finished_at desc, p.id desc' : 'p.id desc';
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
  const { where, values } = passing(filters);
  const [most, limit, offset] = placesAfter(values);
  const order = orderOf(filters);
  return db.rows(
    `select ${listColumns}, p.total
     from (
       select p.*, count(*) over ()::int as total
       from (select p.* from payments p where ${where} order by ${order} limit ${most}) p
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
  belowId: string,
  count: number,
): Promise<ApiTransactionRow[]> {
  const { where, values } = passing(filters);
  const [limit, id, at] = placesAfter(values);
  const order = orderOf(filters);
  const isByFinish = filters.dateBy === 'finished';
  const cursor = isByFinish && (await finishCursor(db, 'payments', belowId, filters.companyId));
  const isBelow = cursor ? `(p.finished_at, p.id) < (${at}::timestamptz, ${id})` : `p.id < ${id}`;
  return db.rows(
    `select ${listColumns}
     from (
       select p.* from payments p where ${where} and ${isBelow} order by ${order} limit ${limit}
     ) p ${listJoins}
     order by ${order}`,
    [...values, count, belowId, ...(cursor ? [cursor.belowAt] : [])],
  );
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
  const { where, values } = passing(filters);
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from payments p where ${where} limit $${values.length + 1}
     ) found`,
    [...values, limit],
  );
  return row?.count ?? 0;
}

export interface PresentWords {
  readonly statuses: string[];
  readonly networks: string[];
}

/** How far back to look for networks: no index has them by company. */
const newestLookedAt = 5_000;

/**
 * Undefined if there is no such company. Statuses other than SUCCESS and FAILED have a partial
 * index, in which each distinct value is found in one step; for the others one row is enough.
 */
export function findPresentWords(db: Db, companyId: string): Promise<PresentWords | undefined> {
  return db.row<PresentWords>(
    `with recursive other(status) as (
       (
         select p.status from payments p
         where p.company_id = $1 and p.status not in ('SUCCESS', 'FAILED')
         order by p.status limit 1
       )
       union all
       select (
         select p.status from payments p
         where p.company_id = $1 and p.status > other.status
           and p.status not in ('SUCCESS', 'FAILED')
         order by p.status limit 1
       )
       from other where other.status is not null
     )
     select
       array(
         select status from other where status is not null
         union all
         select 'SUCCESS' where exists (
           select from payments p where p.company_id = $1 and p.status = 'SUCCESS'
         )
         union all
         select 'FAILED' where exists (
           select from payments p where p.company_id = $1 and p.status = 'FAILED'
         )
         order by 1
       ) as statuses,
       array(
         select distinct network from (
           select p.network from payments p where p.company_id = $1
           order by p.id desc limit ${newestLookedAt}
         ) newest order by network
       ) as networks
     from companies c where c.id = $1 and c.archived_at is null`,
    [companyId],
  );
}
