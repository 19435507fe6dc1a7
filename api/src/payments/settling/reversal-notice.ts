import type { Db } from '../../db/database.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockByTransaction, type StoredPayment } from '../payments.queries.ts';

/**
 * The payment behind a transaction that is about to be reversed; undefined: there is none. To be
 * called before any account is locked: whoever ends payments takes them in this order too.
 */
export function holdPaymentOf(db: Db, transactionId: string): Promise<StoredPayment | undefined> {
  return lockByTransaction(db, transactionId);
}

/** Tells the company that the provider took its payment back, in the transaction of the reversal. */
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
