import type { Db } from '../../db/database.ts';
import { refused } from '../../http/app-error.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockByTransaction } from '../payments.queries.ts';
import { whyNotReversibleNow } from '../refunds.ts';

/**
 * Reverses a transaction, and emits payment.reversed with it if a payment is behind it. The payment is
 * locked before any account, as in settlement. Refused while a refund of it is under way, which nobody could stop.
 */
export async function announceReversal<Result>(
  db: Db,
  transactionId: string,
  reverse: () => Promise<Result>,
): Promise<Result> {
  const payment = await lockByTransaction(db, transactionId);
  if (!payment) return reverse();
  const whyNot = await whyNotReversibleNow(db, transactionId);
  if (whyNot !== null) throw refused(whyNot);
  const result = await reverse();
  const { company_id: companyId, id: paymentId } = payment;
  const views = await readPayments(db, [paymentId]);
  await emitEvents(
    db,
    views.map((data) => ({ companyId, paymentId, type: 'payment.reversed', data })),
  );
  return result;
}
