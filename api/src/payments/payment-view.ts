import type { Payment } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { toShortId } from '../db/short-id.ts';
import { taxIn } from '../ledger/moved.queries.ts';
import {
  maskVoucher,
  soldVoucherColumns,
  soldVoucherJoin,
  soldVoucherOf,
  type SoldVoucherRow,
  type StoredVoucher,
} from '../security/vouchers.ts';
import { refundedOf } from './refunds.ts';

export interface PaymentRow extends SoldVoucherRow {
  readonly id: string;
  readonly direction: Payment['direction'];
  readonly status: string;
  readonly awaits_approval: boolean;
  readonly phone_number: string;
  readonly network: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  readonly tax: string;
  readonly account_number: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly product_code: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly being_checked: boolean;
  readonly network_reference: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly reversed_at: Date | null;
  /** Of the payment link with which it was paid. */
  readonly link_id: string | null;
  readonly link_reference: string | null;
  readonly checkout_id: string | null;
  /** Refunds that have not failed. */
  readonly refunded: string;
  /** The payment that it refunds. */
  readonly refund_of: string | null;
  /** The bulk payout that it is a line of. */
  readonly bulk_id: string | null;
  readonly bulk_line: number;
}

/** Time of the reversal of its transaction; `p` is the payment. */
export const reversedAt = `(select t.finished_at from transactions t
  where t.reversal_of = p.transaction_id and t.company_id = p.company_id and t.status <> 'failed')`;

const heldReason =
  'Held by the payout brake: payouts are being checked. It has not failed, and its money stays held.';

/** Of a payout that waits because of a payout brake. */
function whenHeld(column: string, text: string): string {
  return `case when p.status = 'PENDING' and p.direction = 'payout' and exists (
    select from braked_payments h where h.payment_id = p.id and h.outcome is null
  ) then '${text}' else ${column} end`;
}

/**
 * The columns of a payment in API responses and webhooks; `p` is the payment. The voucher is
 * included only when the sale is SUCCESS. Nothing is charged for a failed payment.
 */
export const paymentColumns = `p.id, p.direction, p.status, p.awaits_approval, p.phone_number,
  p.network, p.amount,
  case when p.status = 'FAILED' then 0 else p.fee end as fee,
  case when p.status = 'FAILED' then 0 else ${taxIn('p')} end as tax,
  a.number as account_number, p.reference, p.description, p.metadata,
  r.code as product_code,
  ${soldVoucherColumns}, ${whenHeld('p.reason_code', 'HELD')} as reason_code,
  ${whenHeld('p.reason', heldReason)} as reason, p.review is not null as being_checked, p.network_reference, p.created_at, p.finished_at,
  ${reversedAt} as reversed_at, pl.id as link_id, pl.reference as link_reference,
  ck.id as checkout_id, ${refundedOf('p')} as refunded, rf.payment_id as refund_of,
  bl.bulk_id, bl.number as bulk_line`;

export const paymentJoins = `
  join accounts a on a.id = p.account_id
  ${foundBy('internet_products r', 'r.company_id = p.company_id and r.id = p.product_id')}
  ${foundBy('checkout_attempts ca', 'ca.payment_id = p.id')}
  ${foundBy('checkouts ck', 'ck.id = ca.checkout_id')}
  ${foundBy('payment_links pl', 'pl.id = ck.link_id')}
  ${foundBy('bulk_payout_lines bl', 'bl.company_id = p.company_id and bl.payment_id = p.id')}
  ${foundBy('refunds rf', 'rf.company_id = p.company_id and rf.refund_id = p.id')}
  ${soldVoucherJoin}`;

/** A plan for many payments, or one made while the table was empty, would otherwise read all of it. */
function foundBy(table: string, condition: string): string {
  return `left join lateral (select * from ${table} where ${condition} offset 0) ${table.split(' ')[1]} on true`;
}

/** With masked vouchers, as seen by this transaction, in the order of the ids. */
export async function readPayments(db: Db, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<PaymentRow>(
    `select ${paymentColumns} from payments p ${paymentJoins} where p.id = any($1::uuid[])`,
    [plainArray(ids)],
    // Planning its joins takes longer than reading some payments.
    db.isByIndex ? 'payments_read' : undefined,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new Error('A payment that was to be told of is not there');
    return toPayment(row, maskVoucher);
  });
}

export function toPayment(
  row: PaymentRow,
  voucherText: (voucher: StoredVoucher) => string,
): Payment {
  const voucher = soldVoucherOf(row);
  return {
    transactionId: toShortId(row.id),
    direction: row.direction,
    status: row.status,
    awaitsApproval: row.awaits_approval,
    phoneNumber: row.phone_number,
    network: row.network,
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    tax: toUgx(row.tax),
    accountNumber: row.account_number,
    reference: row.reference,
    description: row.description,
    metadata: row.metadata ?? {},
    productCode: row.product_code,
    voucherCode: voucher && voucherText(voucher),
    reasonCode: row.reason_code,
    reason: row.reason,
    beingChecked: row.being_checked,
    networkReference: row.network_reference,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    link: linkOf(row),
    refundedAmount: toUgx(row.refunded),
    refundOf: row.refund_of && toShortId(row.refund_of),
    bulk: row.bulk_id === null ? null : { bulkId: toShortId(row.bulk_id), number: row.bulk_line },
  };
}

function linkOf({ link_id, link_reference, checkout_id }: PaymentRow): Payment['link'] {
  if (link_id === null || checkout_id === null) return null;
  return {
    linkId: toShortId(link_id),
    checkoutId: toShortId(checkout_id),
    reference: link_reference,
  };
}
