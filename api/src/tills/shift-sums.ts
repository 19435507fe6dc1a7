import { networkNames } from '@sente/contract/payments';
import {
  tillPaymentKinds,
  type ListedTill,
  type ShiftSum,
  type TillPayment,
  type TillPaymentKind,
} from '@sente/contract/tills';
import { toUgx } from '../db/amounts.ts';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { checkColumn, type CheckMark } from '../payments/doubted.ts';
import { isPaidLate } from './paid-late.ts';
import { isTakenBack, joinRefunded, refundedPart } from './taken-back.ts';
import { endOf, endOfShift } from './till-sessions.queries.ts';

/*
 * What was paid in a shift: collections into the account of the till that were booked between its beginning and its
 * end, whoever asked for them. What a shift asked for and is paid after its end counts for that shift and for no other.
 * Nothing is stored, so a sum is always that of the payments.
 */

/** A payment `p` that another shift asked for, which had ended before it was paid. */
const isLateOfAnother = `exists (
  select from till_requests o join till_shifts e on e.id = o.shift_id
  where o.payment_id = p.id and o.shift_id <> s.id and p.finished_at >= ${endOf('e')}
)`;

/** Shifts `s` with their payments `p`. */
const paidInShift = `till_shifts s
  join tills t on t.id = s.till_id
  cross join lateral (
    select p.* from payments p
    where p.company_id = s.company_id and p.finished_at >= s.opened_at
      and p.finished_at < coalesce(${endOfShift}, 'infinity') and p.account_id = t.account_id
      and p.direction = 'collection' and p.status = 'SUCCESS' and not ${isLateOfAnother}
    union all
    select p.* from till_requests o
    join payments p on p.company_id = o.company_id and p.id = o.payment_id
    where o.shift_id = s.id and p.status = 'SUCCESS' and p.finished_at >= ${endOfShift}
  ) p
  ${joinRefunded}
  left join till_requests q on q.payment_id = p.id and q.shift_id = s.id`;

const kind = `case when q.payment_id is null then 'other' when p.product_id is null then 'asked' else 'sold' end`;

interface SumRow {
  readonly shift_id: string;
  readonly kind: TillPaymentKind;
  readonly network: string;
  readonly is_reversed: boolean;
  readonly count: number;
  readonly amount: string;
  readonly refunded_count: number;
  readonly refunded: string;
}

export async function sumsOf(
  db: Db,
  shiftIds: readonly string[],
): Promise<(shiftId: string) => ShiftSum> {
  const rows = await db.rows<SumRow>(
    `select s.id as shift_id, ${kind} as kind, p.network, ${isTakenBack} as is_reversed,
       count(*)::int as count, sum(p.amount - ${refundedPart})::text as amount,
       count(*) filter (where ${refundedPart} > 0)::int as refunded_count,
       sum(${refundedPart})::text as refunded
     from ${paidInShift} where s.id = any ($1::uuid[]) group by 1, 2, 3, 4`,
    [plainArray(shiftIds)],
  );
  return (shiftId) => sumOf(rows.filter((row) => row.shift_id === shiftId));
}

interface DayRow {
  readonly till_id: string;
  readonly count: number;
  readonly amount: string;
  readonly last_at: Date;
}

/** What was paid in shifts of each till since a moment; what two shifts saw counts once. */
export async function takenSince(
  db: Db,
  tillIds: readonly string[],
  sinceMs: number,
): Promise<(tillId: string) => NonNullable<ListedTill['today']>> {
  const rows = await db.rows<DayRow>(
    `select till_id, count(*)::int as count, sum(amount)::text as amount, max(finished_at) as last_at
     from (
       select distinct s.till_id, p.id, p.amount - ${refundedPart} as amount, p.finished_at from ${paidInShift}
       where s.till_id = any ($1::uuid[]) and p.finished_at >= $2 and not ${isTakenBack}
     ) paid group by till_id`,
    [plainArray(tillIds), new Date(sinceMs)],
  );
  return (tillId) => {
    const row = rows.find((each) => each.till_id === tillId);
    if (!row) return { count: 0, amount: 0, lastAt: null };
    return { count: row.count, amount: toUgx(row.amount), lastAt: row.last_at.toISOString() };
  };
}

function sumOf(rows: readonly SumRow[]): ShiftSum {
  const kept = rows.filter((row) => !row.is_reversed);
  const networks = [...new Set<string>([...networkNames, ...kept.map(({ network }) => network)])];
  const parts = <Key extends 'kind' | 'network'>(key: Key, values: readonly SumRow[Key][]) =>
    values
      .map((value) => ({ value, ...added(kept.filter((row) => row[key] === value)) }))
      .filter(({ count }) => count > 0);
  return {
    ...added(kept),
    byKind: parts('kind', tillPaymentKinds).map(({ value, ...sum }) => ({ kind: value, ...sum })),
    byNetwork: parts('network', networks).map(({ value, ...sum }) => ({ network: value, ...sum })),
    reversed: added(rows.filter((row) => row.is_reversed)),
    refunded: added(kept.map((row) => ({ count: row.refunded_count, amount: row.refunded }))),
  };
}

function added(rows: readonly Pick<SumRow, 'count' | 'amount'>[]): {
  count: number;
  amount: number;
} {
  const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  return { count: rows.reduce((sum, row) => sum + row.count, 0), amount: toUgx(String(amount)) };
}

export interface ShiftPaymentRow extends CheckMark {
  readonly id: string;
  readonly kind: TillPaymentKind;
  readonly status: string;
  readonly amount: string;
  readonly last_digits: string;
  readonly network: string;
  readonly product_name: string | null;
  readonly at: Date;
  readonly reason: string | null;
  readonly is_reversed: boolean;
  /** As a part; bigint arrives as text. */
  readonly refunded: string;
  readonly asked_at: Date;
  readonly is_late: boolean;
  readonly asked_by: {
    readonly tillName: string | null;
    readonly cashierName: string | null;
  } | null;
}

/** Another shift than `s` that asked for `p`: its till and cashier, each null if they are those of `s`. */
const askedBy = `(
  select json_build_object('tillName', case when e.till_id <> s.till_id then ot.name end,
    'cashierName', case when e.cashier_id <> s.cashier_id then k.name end)
  from till_requests o join till_shifts e on e.id = o.shift_id
  join tills ot on ot.id = e.till_id join till_cashiers k on k.id = e.cashier_id
  where o.payment_id = p.id and o.shift_id <> s.id
)`;

/** Never the whole number, nor anything else of the payer. */
const columns = `p.id, ${kind} as kind, p.status, p.amount, right(p.phone_number, 3) as last_digits, p.network,
  r.name as product_name, coalesce(p.finished_at, p.created_at) as at, p.reason,
  ${isTakenBack} as is_reversed, ${refundedPart} as refunded, ${checkColumn} as "check",
  p.created_at as asked_at, ${isPaidLate} as is_late, ${askedBy} as asked_by`;
const productJoin = `left join internet_products r on r.company_id = p.company_id and r.id = p.product_id`;

/** What the shift asked for and is not paid. */
const notPaid = `till_requests q join till_shifts s on s.id = q.shift_id
  join payments p on p.company_id = q.company_id and p.id = q.payment_id and p.status <> 'SUCCESS' ${joinRefunded}`;

/** The newest, and how many there are in all. */
export async function listNewest(
  db: Db,
  shiftId: string,
  most: number,
): Promise<{ rows: ShiftPaymentRow[]; count: number }> {
  const rows = await db.rows<ShiftPaymentRow & { readonly count: number }>(
    `select *, (count(*) over ())::int as count from (
       select ${columns} from ${paidInShift} ${productJoin} where s.id = $1
       union all
       select ${columns} from ${notPaid} ${productJoin} where s.id = $1
     ) x order by at desc, id desc limit $2`,
    [shiftId, most],
  );
  return { rows, count: rows[0]?.count ?? 0 };
}

/** All that was paid, oldest first. */
export function listPaid(db: Db, shiftId: string): Promise<ShiftPaymentRow[]> {
  return db.rows<ShiftPaymentRow>(
    `select ${columns} from ${paidInShift} ${productJoin} where s.id = $1 order by p.finished_at, p.id limit 5000`,
    [shiftId],
  );
}

/** What the shift asked for and may still be paid, or was by the word of the network, oldest first. */
export function listUndecided(db: Db, shiftId: string): Promise<ShiftPaymentRow[]> {
  return db.rows<ShiftPaymentRow>(
    `select ${columns} from ${notPaid} ${productJoin}
     where s.id = $1 and (p.status <> 'FAILED' or p.review is not null)
     order by p.created_at, p.id`,
    [shiftId],
  );
}

export function findRequest(
  db: Db,
  shiftId: string,
  paymentId: string,
): Promise<ShiftPaymentRow | undefined> {
  return db.row<ShiftPaymentRow>(
    `select ${columns} from till_requests q join till_shifts s on s.id = q.shift_id
     join payments p on p.company_id = q.company_id and p.id = q.payment_id ${joinRefunded} ${productJoin}
     where q.shift_id = $1 and q.payment_id = $2`,
    [shiftId, paymentId],
  );
}

export function toTillPayment(row: ShiftPaymentRow): TillPayment {
  return {
    id: row.id,
    kind: row.kind,
    state: stateOf(row),
    amount: toUgx(row.amount),
    lastDigits: row.last_digits,
    network: row.network,
    productName: row.product_name,
    at: row.at.toISOString(),
    reason: row.status === 'FAILED' ? row.reason : null,
    refunded: toUgx(row.refunded),
    check: row.check,
    askedAt: row.asked_at.toISOString(),
    isLate: row.is_late,
    askedBy: row.asked_by,
  };
}

function stateOf({ status, is_reversed: isReversed }: ShiftPaymentRow): TillPayment['state'] {
  if (isReversed) return 'reversed';
  if (status === 'SUCCESS') return 'paid';
  return status === 'FAILED' ? 'failed' : 'waiting';
}
