import { movementState } from '@sente/contract/movement-words';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { listKeptEvents, type TracedPayment } from '../api-transactions/trace.ts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';

/* What the page of a transaction shows of the payment behind it. */

type DetailsOfPayment = NonNullable<TransactionDetails['payment']>;

/** Of a payment without a transaction: an earlier system booked it. */
export function paymentFields({ payment, trace }: TracedPayment) {
  const { apiTransaction } = trace;
  return {
    id: payment.id,
    transactionId: null,
    companyId: payment.company_id,
    companyName: payment.company_name,
    isCompanyArchived: payment.is_company_archived,
    accountId: payment.account_id,
    accountName: payment.account_name ?? '',
    accountNumber: payment.account_number ?? '',
    type: payment.direction === 'payout' ? 'debit' : 'credit',
    kind: payment.direction,
    status: movementState(payment.status) ?? payment.status,
    summary: trace.summary,
    nextStepAt: trace.nextStepAt,
    amount: toUgx(payment.amount),
    fee: apiTransaction.fee,
    tax: apiTransaction.tax,
    net: apiTransaction.net,
    held: 0,
    reference: payment.reference,
    description: payment.description ?? '',
    reason: payment.reason,
    date: apiTransaction.record_date,
    finishedAt: apiTransaction.finished_date,
    reversalOf: null,
    correctsDay: null,
    reversedBy: null,
    // Booked by an earlier system, so nothing of it is refunded here.
    refunded: null,
    check: apiTransaction.check,
    refundOf: null,
  } as const;
}

export function paymentOf({ payment, trace }: TracedPayment): DetailsOfPayment {
  const { voucherId, voucherCode, steps } = trace;
  const count = (kind: string) => steps.filter((step) => step.kind === kind).length;
  return {
    id: payment.id,
    shortId: trace.apiTransaction.transaction_id,
    direction: payment.direction,
    origin: payment.origin,
    phoneNumber: payment.phone_number,
    network: payment.network,
    networkReference: payment.network_reference,
    sentCount: count('sent'),
    askedCount: count('asked'),
    heardBy: payment.finished_at ? heardBy(steps) : null,
    productId: payment.product_id,
    productCode: payment.product_code,
    voucher: voucherId && voucherCode ? { id: voucherId, masked: voucherCode } : null,
    isInReview: payment.review !== null,
    metadata: payment.metadata ?? {},
  };
}

/** A callback makes the server ask at once, so it counts before the asking. */
function heardBy(steps: TransactionDetails['steps']): DetailsOfPayment['heardBy'] {
  const isGenuine = ({ kind, title }: (typeof steps)[number]) =>
    kind === 'callback' && title.includes(' called back');
  if (steps.some(isGenuine)) return 'callback';
  if (steps.some(({ kind }) => kind === 'asked')) return 'asking';
  return steps.some(({ kind }) => kind === 'sent') ? 'answer' : null;
}

export function deliveryOf(
  event: TracedPayment['events'][number],
): TransactionDetails['deliveries'][number] {
  return {
    id: event.id,
    type: event.type,
    state: event.state,
    createdAt: event.created_at.toISOString(),
    deliveredAt: event.delivered_at?.toISOString() ?? null,
    nextAttemptAt: event.next_attempt_at?.toISOString() ?? null,
    attemptCount: event.attempt_count,
  };
}

/** Why a company heard nothing of an end, although it asks for such events. */
export async function readKeptEvents(
  db: Db,
  traced: TracedPayment | undefined,
): Promise<TransactionDetails['keptEvents']> {
  if (!traced) return [];
  const rows = await listKeptEvents(db, traced.payment.company_id, traced.payment.id);
  return rows.map(({ id, type, created_at: at, is_off: isOff }) => ({
    id,
    type,
    createdAt: at.toISOString(),
    isOff,
  }));
}
