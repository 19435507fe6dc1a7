import { lastDigits, phoneOf } from '@sente/contract/phone';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { detailColumns, detailJoins, type TransactionRow } from './transactions.queries.ts';

export interface TransactionFilters {
  readonly companyId: string | null;
  readonly accountId: string | null;
  readonly type: TransactionRow['type'] | null;
  readonly status: TransactionRow['status'] | null;
  readonly kind: string | null;
  readonly network: string | null;
  readonly phone: string | null;
  /** Hundredths of UGX, both included. */
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  /** Start (inclusive) and end (exclusive); null if open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export interface FilteredRow extends TransactionRow {
  readonly company_id: string;
  readonly company_name: string;
}

type Bind = (value: unknown) => string;

/** Ids contain the time of creation. Only filters that are set appear, so that an index can be chosen. */
function withinTime({ startMs, endMs }: TransactionFilters, bind: Bind): string[] {
  return [
    ...(startMs === null ? [] : [`t.id >= ${bind(lowestUuidV7(startMs))}`]),
    ...(endMs === null ? [] : [`t.id < ${bind(lowestUuidV7(endMs))}`]),
  ];
}

/** The number as it is stored, if the text is a whole one. */
function wholePhone(text: string | null): string | null {
  return text === null ? null : (phoneOf(text)?.slice(1) ?? null);
}

/**
 * The newest transactions along an index, as many as one call looks through: those of a phone number, the
 * pending or failed ones, those of a company, or all.
 */
function walked(filters: TransactionFilters, belowId: string, limit: number, bind: Bind): string {
  const { companyId, type, status } = filters;
  const below = `t.id < ${bind(belowId)}`;
  const ofCompany = companyId === null ? [] : [`t.company_id = ${bind(companyId)}`];
  const most = bind(limit);
  const phone = wholePhone(filters.phone);
  const where = [below, ...withinTime(filters, bind), ...ofCompany];
  if (phone !== null) {
    return `select t.* from (
        select p.company_id, p.transaction_id from payments p
        where p.phone_number = ${bind(phone)} and p.transaction_id is not null
          ${companyId === null ? '' : `and p.company_id = ${bind(companyId)}`}
        order by p.id desc limit ${most}
      ) p
      join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
      where ${where.join(' and ')}`;
  }
  // Of all companies: a single one is walked by its own ids instead, whatever others have.
  if (companyId === null && (status === 'pending' || status === 'failed')) {
    // As literals, because a partial index is used only if its predicate is repeated.
    const parts = (type ? [type] : ['credit', 'debit']).map(
      (each) => `(
        select t.* from transactions t
        where t.status = '${status}' and t.type = '${each}' and ${where.join(' and ')}
        order by t.id desc limit ${most}
      )`,
    );
    return `select * from (${parts.join(' union all ')}) t order by t.id desc limit ${most}`;
  }
  return `select t.* from transactions t where ${where.join(' and ')}
    order by t.id desc limit ${most}`;
}

/** What the index did not decide already. `p` is the payment, joined only if it is needed. */
function passing(
  filters: TransactionFilters,
  bind: Bind,
): { where: string; needsPayment: boolean } {
  const { accountId, type, status, kind, network, phone, minAmount, maxAmount } = filters;
  const digits = phone === null || wholePhone(phone) !== null ? null : lastDigits(phone);
  const tests = [
    ...(accountId === null ? [] : [`t.account_id = ${bind(accountId)}`]),
    ...(type === null ? [] : [`t.type = ${bind(type)}`]),
    ...(status === null ? [] : [`t.status = ${bind(status)}`]),
    ...(kind === null ? [] : [`t.kind = ${bind(kind)}`]),
    ...(minAmount === null ? [] : [`t.amount >= ${bind(minAmount)}`]),
    ...(maxAmount === null ? [] : [`t.amount <= ${bind(maxAmount)}`]),
    ...(network === null ? [] : [`p.network = ${bind(network)}`]),
    ...(digits === null ? [] : [`p.phone_number like ${bind(`%${digits}`)}`]),
  ];
  return {
    where: tests.length === 0 ? 'true' : tests.join(' and '),
    needsPayment: network !== null || digits !== null,
  };
}

const paymentJoin = 'join payments p on p.transaction_id = t.id and p.company_id = t.company_id';

export interface FilteredPage {
  readonly rows: FilteredRow[];
  /** How many transactions were looked through, and the oldest of them. */
  readonly walked: number;
  readonly oldest: { readonly id: string; readonly at: Date } | null;
}

interface Slice {
  readonly belowId: string;
  readonly limit: number;
  /** The most transactions to look through. */
  readonly walk: number;
}

/** Matching transactions, newest first, among those that one call looks through. */
export async function listFiltered(
  db: Db,
  filters: TransactionFilters,
  { belowId, limit, walk }: Slice,
): Promise<FilteredPage> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const source = walked(filters, belowId, walk, bind);
  const { where, needsPayment } = passing(filters, bind);
  const rows = await db.rows<FilteredRow & { walk: Walk }>(
    `with walked as materialized (${source}),
     found as (
       select t.* from walked t ${needsPayment ? paymentJoin : ''}
       where ${where} order by t.id desc limit ${bind(limit)}
     ),
     listed as (
       select ${detailColumns}, t.company_id, c.name as company_name
       from found t join companies c on c.id = t.company_id ${detailJoins}
     )
     select w.walk, l.* from (
       select json_build_object('count', count(*), 'id', (array_agg(id order by id))[1],
         'at', min(created_at)) as walk from walked
     ) w left join listed l on true
     order by l.id desc`,
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

interface Walk {
  readonly count?: number;
  readonly id?: string | null;
  readonly at?: string | null;
}

export interface TotalsRow {
  readonly walked: number;
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly credits: string;
  readonly debits: string;
  readonly fees: string;
  readonly net: string;
  readonly left_out: number;
}

/**
 * Counts the matches among the newest transactions that one call looks through, and adds them up unless
 * there are more than that.
 */
export async function totalFiltered(
  db: Db,
  filters: TransactionFilters,
  slice: Pick<Slice, 'belowId' | 'walk'>,
): Promise<TotalsRow | undefined> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const source = walked(filters, slice.belowId, slice.walk, bind);
  const { where, needsPayment } = passing(filters, bind);
  return db.row<TotalsRow>(
    `with walked as materialized (${source}),
     found as materialized (
       select t.company_id, t.id, t.account_id, t.type, t.amount, t.status,
         t.reversal_of is not null or t.kind in ('advance', 'repayment') or exists (
           select from transactions r where r.reversal_of = t.id and r.company_id = t.company_id
             and r.status <> 'failed'
         ) as is_left_out
       from walked t ${needsPayment ? paymentJoin : ''} where ${where}
     ),
     counted as (
       select * from found where status = 'completed' and not is_left_out
         and (select count(*) from walked) < ${bind(slice.walk)}
     ),
     sums as (
       select coalesce(sum(c.amount) filter (where c.type = 'credit'), 0) as credits,
         coalesce(sum(c.amount) filter (where c.type = 'debit'), 0) as debits,
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
       -- What was taken beside the amounts: a fee that is a transaction of its own is among the debits.
       (s.credits - s.debits - s.net)::text as fees,
       (select count(*)::int from found where status = 'completed' and is_left_out) as left_out
     from sums s`,
    values,
  );
}
