import type { PaymentTrace } from '@sente/contract/api-transactions';
import { networkWord } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { listLegs, toLeg, toOwnLeg } from '../ledger/legs.ts';
import { maskVoucher, soldVoucherOf } from '../security/vouchers.ts';
import { toApiTransaction } from './api-transaction-view.ts';
import { statusText } from './status-text.ts';
import { inOrder, type Step } from './step-order.ts';
import { paymentSteps, webhookStep } from './trace-steps.ts';
import {
  findTrace,
  listAttempts,
  listEvents,
  listSteps,
  type StepRow,
  type TraceRow,
  type WebhookEventRow,
} from './trace.queries.ts';

interface TraceRequest {
  readonly actor: Pick<Actor, 'isStaff'>;
  readonly companyId: string;
  readonly recordId: string;
}

export { listKeptEvents } from './trace.queries.ts';

/** Everything that happened to a payment, read in one snapshot. */
export async function readTrace(db: Db, request: TraceRequest): Promise<PaymentTrace> {
  const traced = await findTraced(db, request);
  if (!traced || traced.payment.is_company_archived) throw notFound('API transaction not found');
  return traced.trace;
}

/** A payment with its trace, and with what only its page shows. */
export interface TracedPayment {
  readonly payment: TraceRow;
  readonly trace: PaymentTrace;
  readonly events: readonly WebhookEventRow[];
}

/** Includes payments of archived companies. */
export async function findTraced(
  db: Db,
  { actor, companyId, recordId }: TraceRequest,
): Promise<TracedPayment | undefined> {
  const payment = await findTrace(db, companyId, recordId);
  if (!payment) return undefined;
  const voucher = soldVoucherOf(payment);
  const rows = await listSteps(db, companyId, recordId);
  const events = await listEvents(db, companyId, recordId);
  const told = await tellings(db, companyId, events, actor.isStaff);
  const trace: PaymentTrace = {
    apiTransaction: toApiTransaction(payment),
    direction: payment.direction,
    fee: toUgx(payment.fee),
    reference: payment.reference,
    description: payment.description,
    accountNumber: payment.account_number,
    productCode: payment.product_code,
    voucherCode: voucher && maskVoucher(voucher),
    voucherId: voucher?.id ?? null,
    networkReference: payment.network_reference,
    reversedAt: payment.reversed_at?.toISOString() ?? null,
    summary: statusText(stateOf(payment, rows), new Date(databaseNow())),
    // While payouts are stopped it is only the time at which it is held.
    nextStepAt: payment.is_braked ? null : (payment.next_step_at?.toISOString() ?? null),
    steps: inOrder([...paymentSteps(payment, rows), ...told]),
    ledger: await ledgerOf(db, payment, actor.isStaff),
    webhookState: events.at(-1)?.state ?? null,
  };
  return { payment, trace, events };
}

function stateOf(payment: TraceRow, rows: readonly StepRow[]): Parameters<typeof statusText>[0] {
  const lastCall = rows.findLast(({ kind }) => kind === 'sent' || kind === 'asked');
  return {
    direction: payment.direction,
    status: payment.status,
    isBooked: payment.ledger_status === 'completed',
    network: networkWord(payment.network),
    isBraked: payment.is_braked,
    approvalStep: payment.approval_step,
    isSent: payment.sent_at !== null,
    didAnswer: lastCall ? lastCall.is_good !== false && lastCall.answer !== null : null,
    nextStepAt: payment.next_step_at,
    downUntil: payment.network_down_until,
    reason: payment.reason,
    hasVoucher: payment.voucher_id !== null,
    reversedAt: payment.reversed_at,
    check: payment.check,
  };
}

async function tellings(
  db: Db,
  companyId: string,
  events: readonly WebhookEventRow[],
  isStaff: boolean,
): Promise<Step[]> {
  if (events.length === 0) return [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const attempts = await listAttempts(db, companyId, [...byId.keys()]);
  return attempts.flatMap((attempt) => {
    const event = byId.get(attempt.delivery_id);
    return event ? [webhookStep(event, attempt, isStaff)] : [];
  });
}

async function ledgerOf(
  db: Db,
  payment: TraceRow,
  isStaff: boolean,
): Promise<PaymentTrace['ledger']> {
  const { ledger_id: id, ledger_status: status, ledger_held: held } = payment;
  if (id === null || status === null) return null;
  return {
    transactionId: id,
    status,
    // The row keeps the held amount after the hold is released.
    held: status === 'pending' ? toUgx(held ?? '0') : 0,
    legs: (await listLegs(db, id)).map(isStaff ? toLeg : toOwnLeg),
  };
}
