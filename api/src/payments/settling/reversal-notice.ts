import type { Db } from '../../db/database.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockByTransaction, type StoredPayment } from '../payments.queries.ts';

/**
 * Locks the payment behind a transaction that is about to be reversed, if there is one. Call it
 * before any account is locked, as settlement does.
 */
export function holdPaymentOf(db: Db, transactionId: string): Promise<StoredPayment | undefined> {
  return lockByTransaction(db, transactionId);
}

/** Emits payment.reversed in the transaction of the reversal. */
export async function tellReversal(
  db: Db,
  { company_id: companyId, id: paymentId }: Pick<StoredPayment, 'company_id' | 'id'>,
): Promise<void> {
  const views = await readPayments(db, [paymentId]);
  await emitEvents(
    db,
    views.map((data) => ({ companyId, paymentId, type: 'payment.reversed', data })),
  );
}
