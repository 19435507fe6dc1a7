import { toHundredths } from '@sente/contract/money';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toShortId } from '../../db/short-id.ts';
import { notFound } from '../../http/app-error.ts';
import { findRefundable, leftOf, networkOf, refuseRefund } from '../refunds.ts';
import { keyHash, type PaymentOrder } from './order.ts';

interface RefundWish {
  readonly companyId: string;
  /** Of the payment, or of its transaction. */
  readonly id: string;
  /** In UGX; all that is left by default. */
  readonly amount?: number | undefined;
  /** That of the payment by default, so that both are found under one order number. */
  readonly reference?: string | undefined;
  readonly reason: string | null;
  readonly origin: 'api' | 'portal';
  readonly idempotencyKey: string;
  readonly requestedBy?: string;
}

/** An ordinary payout to whoever paid, from the account that received it. */
export async function refundOrder(
  database: Database,
  scope: Scope,
  wish: RefundWish,
): Promise<PaymentOrder> {
  const { companyId, origin, idempotencyKey, reason, requestedBy } = wish;
  const row = await database.within({ ...scope, isByIndex: true }, (db) =>
    findRefundable(db, companyId, wish.id, keyHash({ companyId, origin, idempotencyKey })),
  );
  if (!row) throw notFound(origin === 'api' ? 'Payment not found' : 'Transaction not found');
  // A repetition asks for what the first one did, whatever is left since.
  const amount = wish.amount === undefined ? null : toHundredths(wish.amount);
  const asked = amount ?? (row.earlier_amount === null ? leftOf(row) : BigInt(row.earlier_amount));
  if (row.earlier_amount === null) refuseRefund(row, asked);
  return {
    companyId,
    direction: 'payout',
    origin,
    phoneNumber: row.phone_number,
    network: networkOf(row.network),
    amount: asked,
    reference: wish.reference ?? row.reference,
    description: `Refund of ${toShortId(row.id)}`,
    accountId: row.account_id,
    idempotencyKey,
    ...(requestedBy !== undefined && { requestedBy }),
    refund: { paymentId: row.id, reason },
  };
}
