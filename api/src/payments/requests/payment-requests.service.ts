import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { companyExists, stopOf } from '../../db/company.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Database, Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import { requireSecondPerson } from '../../approvals/second-person.ts';
import { audit } from '../../security/audit.ts';
import type { PaymentsEngine } from '../engine.ts';
import type { Acceptance } from '../orders/acceptance.ts';
import type { PaymentOrder } from '../orders/order.ts';
import { lockByTransaction, type StoredPayment } from '../payments.queries.ts';
import { failure } from '../settling/payment-postings.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing } from '../settling/verdict.ts';
import { writeSteps } from '../steps.ts';
import {
  isBlocked,
  isExpired,
  releasePayout,
  writeDecision,
  type PayoutDecision,
} from './payment-requests.queries.ts';

type RequestBody = BodyOf<typeof transactions.request>;

/** Payments that people request in the portal. A payout waits for a second person. */
export interface PaymentRequestsService {
  request(actor: Actor, companyId: string, body: RequestBody): Promise<Transaction>;
  approve(actor: Actor, transactionId: string): Promise<Transaction>;
  reject(actor: Actor, transactionId: string, reason?: string): Promise<Transaction>;
  /** By who asked for it. */
  withdraw(actor: Actor, transactionId: string): Promise<void>;
}

type ReadTransaction = (db: Db, id: string) => Promise<Transaction | undefined>;

export function createPaymentRequestsService(
  database: Database,
  engine: Pick<PaymentsEngine, 'acceptance' | 'runner'>,
  readTransaction: ReadTransaction,
): PaymentRequestsService {
  const mustRead = async (db: Db, transactionId: string): Promise<Transaction> => {
    const transaction = await readTransaction(db, transactionId);
    if (!transaction) throw notFound('Transaction not found');
    return transaction;
  };
  /** The lock orders decisions that are made at the same time. */
  const lockWaiting = async (db: Db, transactionId: string): Promise<StoredPayment> => {
    const payment = await lockByTransaction(db, transactionId);
    if (payment?.direction !== 'payout') {
      await mustRead(db, transactionId);
      throw refused('This transaction does not wait for approval');
    }
    if (!payment.awaits_approval) throw refused('This payout was already decided');
    return payment;
  };

  return {
    request: async (actor, companyId, body) => {
      const transactionId = await order(database, engine.acceptance, actor, companyId, body);
      return database.within(actor.scope, (db) => mustRead(db, transactionId));
    },

    approve: async (actor, transactionId) => {
      const approved = await database.within(actor.scope, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        await approvePayout(db, actor, payment);
        return { payment, transaction: await mustRead(db, transactionId) };
      });
      const { network, company_id: companyId } = approved.payment;
      engine.runner.wake({ network, companyId });
      return approved.transaction;
    },

    reject: (actor, transactionId, reason) =>
      database.within(actor.scope, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        const decision = {
          decision: 'rejected',
          userId: actor.userId,
          note: reason ?? null,
        } as const;
        await failPayout(db, payment, decision);
        await note(db, actor, payment, 'reject', reason);
        return mustRead(db, transactionId);
      }),

    withdraw: async (actor, transactionId) =>
      // A company may read its payments, but only the platform changes them.
      database.within({ ...actor.scope, platform: true }, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        if (payment.requested_by !== actor.userId) {
          throw refused('Only who asked for it can withdraw it');
        }
        await failPayout(db, payment, { decision: 'withdrawn', userId: actor.userId, note: null });
        await audit(db, actor, {
          action: 'approvals.withdraw',
          subject: { type: 'accounts', id: payment.account_id },
          companyId: payment.company_id,
          details: { kind: 'payout', transaction: payment.transaction_id },
        });
      }),
  };
}

/** The payment is locked. */
async function approvePayout(db: Db, actor: Actor, payment: StoredPayment): Promise<void> {
  const isSame = 'You cannot approve your own request';
  await requireSecondPerson(db, payment.requested_by, actor, isSame);
  if (await isExpired(db, payment.id)) {
    throw refused('Nobody approved this payout in time: it has expired');
  }
  const stop = await stopOf(db, payment.account_id);
  if (stop) throw new AppError(stop);
  if (await isBlocked(db, payment)) throw new AppError('number_blocked');
  const { userId } = actor;
  await writeDecision(db, payment.id, { decision: 'approved', userId, note: null });
  await releasePayout(db, payment.id);
  await note(db, actor, payment, 'approve');
}

const endings = {
  rejected: {
    code: 'REJECTED',
    reason: 'Rejected by the provider',
    title: 'Rejected by the provider',
  },
  withdrawn: {
    code: 'WITHDRAWN',
    reason: 'Withdrawn by the person who asked for it',
    title: 'Withdrawn by the person who asked for it',
  },
  expired: {
    code: 'EXPIRED',
    reason: 'Nobody approved it in time',
    title: 'Expired: nobody approved it in time',
  },
} as const;

/** Ends a payout that waits, and releases its hold. The payment is locked. */
export async function failPayout(
  db: Db,
  payment: StoredPayment,
  decision: PayoutDecision & { readonly decision: keyof typeof endings },
): Promise<void> {
  const { code, reason: short, title } = endings[decision.decision];
  const reason = decision.note ? `${short}: ${decision.note}` : short;
  const at = new Date(databaseNow());
  await finishAll(db, [failure(payment, reason, at)]);
  await writeDecision(db, payment.id, decision);
  await endPayments(db, [{ payment, plan: failing(code, reason) }], at);
  await writeSteps(db, [
    {
      companyId: payment.company_id,
      paymentId: payment.id,
      kind: 'approval',
      title: decision.note ? `${title}: ${decision.note}` : title,
      isGood: false,
    },
  ]);
}

async function order(
  database: Database,
  acceptance: Acceptance,
  actor: Actor,
  companyId: string,
  body: RequestBody,
): Promise<string> {
  const isThere = await database.within(actor.scope, (db) => companyExists(db, companyId));
  if (!isThere) throw notFound('Company not found');
  const { transactionId } = await acceptance.acceptWith(orderOf(actor, companyId, body), (db) =>
    audit(db, actor, {
      action: 'transactions.request',
      subject: { type: 'accounts', id: body.accountId },
      companyId,
      details: { kind: body.kind, amount: body.amount, phoneNumber: body.phoneNumber },
    }),
  );
  return transactionId;
}

function orderOf(actor: Actor, companyId: string, body: RequestBody): PaymentOrder {
  const isIn = body.kind === 'add-money';
  return {
    companyId,
    direction: isIn ? 'collection' : 'payout',
    origin: 'portal',
    phoneNumber: body.phoneNumber,
    network: networkOf(body.network),
    isNetworkConfirmed: body.isNetworkConfirmed ?? false,
    amount: toHundredths(body.amount) ?? 0n,
    reference: null,
    description: body.note,
    accountId: body.accountId,
    idempotencyKey: `${actor.userId}:${body.idempotencyKey ?? uuidV7()}`,
    requestedBy: actor.userId,
    awaitsApproval: !isIn,
  };
}

function networkOf(text: string): NetworkName {
  const found = networkNames.find((name) => name === text.toUpperCase());
  if (!found) throw invalidField('network', `Must be one of ${networkNames.join(', ')}`);
  return found;
}

async function note(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  action: 'approve' | 'reject',
  reason?: string,
): Promise<void> {
  if (action === 'approve') {
    await writeSteps(db, [
      {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind: 'approval',
        title: 'Approved by the provider',
        isGood: true,
      },
    ]);
  }
  await audit(db, actor, {
    action: `transactions.${action}`,
    subject: { type: 'accounts', id: payment.account_id },
    companyId: payment.company_id,
    details: { transaction: payment.transaction_id, ...(reason && { reason }) },
  });
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
