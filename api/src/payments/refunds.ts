import { formatUgx } from '@sente/contract/money';
import { networkNames, type NetworkName, type PaymentDirection } from '@sente/contract/payments';
import type { refundedParts } from '@sente/contract/transaction-kinds';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { AppError, refused } from '../http/app-error.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';
import { isDoubted } from './doubted.ts';

/**
 * The sum of the refunds of a payment, under way ones included. One that failed gave nothing back, unless people
 * still decide about it, and one that was reversed is undone. `payment` is the alias of a row of `payments`.
 */
export function refundedOf(payment: string, onlyStatus?: 'SUCCESS'): string {
  const isCounted = onlyStatus
    ? `g.status = '${onlyStatus}'`
    : `(g.status <> 'FAILED' or ${isDoubted('g')})`;
  return `(
    select coalesce(sum(g.amount), 0) from refunds f
    cross join lateral (
      select * from payments g where g.company_id = f.company_id and g.id = f.refund_id offset 0
    ) g
    where f.payment_id = ${payment}.id and f.company_id = ${payment}.company_id and ${isCounted}
      and ${reversalOf('g.transaction_id', 'g.company_id')} is null
  )`;
}

/** What lists show of it. */
export interface RefundMarks {
  /** The page of the payment that it refunds. */
  readonly refund_of: string | null;
  /** How much of it was given back. */
  readonly refunded: (typeof refundedParts)[number] | null;
  /** The bulk payout that it is a line of. */
  readonly bulk_id: string | null;
}

/** The same of a payment `p`, which may be absent. */
export const refundColumns = `
  case when p.direction = 'payout' then (
    select coalesce(o.transaction_id, o.id) from refunds f
    join payments o on o.company_id = f.company_id and o.id = f.payment_id
    where f.company_id = p.company_id and f.refund_id = p.id
  ) end as refund_of,
  case when p.direction = 'collection' then (
    select case when g.sum >= p.amount then 'whole' when g.sum > 0 then 'part' end
    from (select ${refundedOf('p', 'SUCCESS')} as sum) g
  ) end as refunded,
  case when p.direction = 'payout' then (
    select l.bulk_id from bulk_payout_lines l where l.payment_id = p.id
  ) end as bulk_id`;

/** A payment that somebody wants to refund. */
export interface RefundableRow {
  readonly id: string;
  readonly direction: PaymentDirection;
  readonly status: string;
  readonly account_id: string;
  readonly phone_number: string;
  readonly network: string;
  readonly reference: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly refunded: string;
  readonly transaction_id: string | null;
  readonly is_reversed: boolean;
  /** It failed, and people decide whether it was paid. */
  readonly is_checked: boolean;
  /** A refund of it failed, and the network says something else. */
  readonly is_doubted: boolean;
  /** Of the refund that was asked for with the same key. */
  readonly earlier_amount: string | null;
}

/** By the id of the payment or of its transaction, with what was refunded of it. */
export function findRefundable(
  db: Db,
  companyId: string,
  id: string,
  keyHash: string | null = null,
): Promise<RefundableRow | undefined> {
  return db.row<RefundableRow>(
    `select p.id, p.direction, p.status, p.account_id, p.phone_number, p.network, p.reference,
       p.amount, p.transaction_id, ${refundedOf('p')} as refunded,
       ${reversalOf('p.transaction_id', 'p.company_id')} is not null as is_reversed,
       ${isDoubted('p')} as is_checked,
       exists (
         select from refunds f join payments g on g.company_id = f.company_id and g.id = f.refund_id
         where f.company_id = p.company_id and f.payment_id = p.id and ${isDoubted('g')}
       ) as is_doubted,
       (
         select e.amount from payments e join refunds f on f.refund_id = e.id
         where e.key_hash = $3 and f.payment_id = p.id
       ) as earlier_amount
     from payments p
     -- One of both as a value: with "or" no single index finds it.
     where p.company_id = $1 and p.id = coalesce(
       (select i.id from payments i where i.id = $2),
       (select t.id from payments t where t.transaction_id = $2 limit 1)
     )`,
    [companyId, id, keyHash],
    db.isByIndex ? 'payments_find_refundable' : undefined,
  );
}

/** Hundredths of UGX, whole shillings: mobile money has no cents. */
export function leftOf({ amount, refunded }: Pick<RefundableRow, 'amount' | 'refunded'>): bigint {
  const left = BigInt(amount) - BigInt(refunded);
  return left > 0n ? left - (left % 100n) : 0n;
}

/** Why nothing of it can be refunded; null if something can. */
export function whyNotRefundable(row: RefundableRow): string | null {
  if (row.direction !== 'collection') return 'Only a collection can be refunded';
  if (row.is_checked) return 'It failed, and the provider checks whether it was paid';
  if (row.status === 'FAILED') return 'The payment failed: nothing was paid';
  if (row.status === 'PENDING' || row.status === 'PROCESSING') return 'It has not been paid yet';
  if (row.status !== 'SUCCESS' || row.transaction_id === null || !networkOf(row.network)) {
    return 'A payment of an earlier system cannot be refunded';
  }
  if (row.is_reversed) return 'The payment was reversed: its money is not on the account any more';
  if (leftOf(row) > 0n) return null;
  return row.is_doubted ? doubtedText : 'All of it is refunded, or about to be';
}

const doubtedText =
  'A refund of it failed, but the network says that it was paid: people look into it first';

export function networkOf(text: string): NetworkName | undefined {
  return networkNames.find((name) => name === text);
}

export function refuseRefund(row: RefundableRow, amount: bigint): void {
  const whyNot = whyNotRefundable(row);
  if (whyNot !== null) throw refused(whyNot);
  const left = leftOf(row);
  if (amount <= left) return;
  const most = `At most ${formatUgx(toUgx(String(left)))} of it can be refunded`;
  const message = row.is_doubted ? `${most}. ${doubtedText}` : most;
  throw new AppError('refused', { message, fields: { amount: message } });
}

/** Why a refund that waits cannot be approved any more, with its payment locked; null if it can. */
export async function whyNotApprovable(
  db: Db,
  companyId: string,
  refundId: string,
): Promise<string | null> {
  const row = await db.row<{ is_reversed: boolean; is_too_much: boolean }>(
    `select ${reversalOf('o.transaction_id', 'o.company_id')} is not null as is_reversed,
       ${refundedOf('o')} > o.amount as is_too_much
     from refunds f join payments o on o.company_id = f.company_id and o.id = f.payment_id
     where f.company_id = $1 and f.refund_id = $2`,
    [companyId, refundId],
  );
  if (row?.is_reversed) {
    return 'The payment that it refunds was reversed: its money is not on the account any more';
  }
  return row?.is_too_much
    ? 'An earlier refund was carried out after all: more would go back than was paid'
    : null;
}

/**
 * Why a payment cannot be reversed now, with the payment locked; null if it can. A refund that waits for approval is
 * no reason: it cannot be approved after the reversal.
 */
export async function whyNotReversibleNow(db: Db, transactionId: string): Promise<string | null> {
  const row = await db.row(
    `select from payments o
     join refunds f on f.company_id = o.company_id and f.payment_id = o.id
     join payments g on g.company_id = f.company_id and g.id = f.refund_id
     where o.transaction_id = $1 and g.status in ('PENDING', 'PROCESSING') and not g.awaits_approval
     limit 1`,
    [transactionId],
  );
  return row === undefined ? null : refundUnderWayText;
}

export const refundUnderWayText =
  'A refund of this payment is under way: it can be reversed when the refund has ended';

/** What a refund is of, and why. */
export interface RefundOf {
  readonly paymentId: string;
  readonly reason: string | null;
}

interface RefundOrder {
  readonly companyId: string;
  readonly amount: bigint;
  readonly requestedBy?: string;
  readonly refund: RefundOf;
}

/**
 * Before anything else of the transaction: refunds of one payment come one after the other, and in the order of
 * locks a payment is before the accounts.
 */
export async function lockRefunded(db: Db, { companyId, refund }: RefundOrder): Promise<void> {
  await db.rows('select from payments where company_id = $1 and id = $2 for update', [
    companyId,
    refund.paymentId,
  ]);
}

/** The payment that a transaction refunds, so that it is not reversed while people decide about the refund. */
export async function lockRefundedBy(db: Db, transactionId: string): Promise<void> {
  await db.rows(
    `select from payments o where (o.company_id, o.id) in (
       select f.company_id, f.payment_id from refunds f
       join payments g on g.company_id = f.company_id and g.id = f.refund_id
       where g.transaction_id = $1
     ) for update`,
    [transactionId],
  );
}

/** With the payment locked, since what is left was read before. */
export async function writeRefund(db: Db, order: RefundOrder, refundId: string): Promise<void> {
  const { companyId, amount, requestedBy, refund } = order;
  // The answer to an earlier try of this call was lost.
  if (await db.row('select from refunds where refund_id = $1', [refundId])) return;
  const row = await findRefundable(db, companyId, refund.paymentId);
  if (!row) throw new Error('A payment that is locked is there');
  refuseRefund(row, amount);
  await db.rows(
    `insert into refunds (company_id, payment_id, refund_id, reason, requested_by)
     values ($1, $2, $3, $4, $5)`,
    [companyId, refund.paymentId, refundId, refund.reason, requestedBy ?? null],
  );
}
