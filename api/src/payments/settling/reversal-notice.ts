import type { Db } from '../../db/database.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockByTransaction } from '../payments.queries.ts';

/**
 * Reverses a transaction, and emits payment.reversed with it if a payment is behind it. The payment is
 * locked before any account, as in settlement.
 */
export async function announceReversal<Result>(
  db: Db,
  transactionId: string,
  reverse: () => Promise<Result>,
): Promise<Result> {
  const payment = await lockByTransaction(db, transactionId);
  const result = await reverse();
  if (!payment) return result;
  const { company_id: companyId, id: paymentId } = payment;
  const views = await readPayments(db, [paymentId]);
  await emitEvents(
    db,
    views.map((data) => ({ companyId, paymentId, type: 'payment.reversed', data })),
  );
  return result;
}
