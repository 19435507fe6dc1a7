import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { finishAll } from '../ledger/posting.queries.ts';
import { audit } from '../security/audit.ts';
import type { Acceptance, PaymentOrder } from './acceptance.ts';
import { findInLedger, noteDecider, releasePayout, toTransaction } from './approvals.queries.ts';
import { payoutRelease } from './booking.ts';
import type { PaymentsEngine } from './engine.ts';
import { lockByTransaction, type StoredPayment } from './payments.queries.ts';
import { endPayments } from './settlement.ts';
import { writeSteps } from './steps.ts';
import { failing } from './verdict.ts';

type RequestBody = BodyOf<typeof transactions.request>;

/** Money in and out at the wish of people in the portal; what leaves waits for a second person. */
export interface ApprovalsService {
  request(actor: Actor, companyId: string, body: RequestBody): Promise<Transaction>;
  approve(actor: Actor, transactionId: string): Promise<Transaction>;
  reject(actor: Actor, transactionId: string): Promise<Transaction>;
}

export function createApprovalsService(
  database: Database,
  engine: Pick<PaymentsEngine, 'acceptance' | 'runner'>,
): ApprovalsService {
  return {
    request: (actor, companyId, body) =>
      request(database, engine.acceptance, actor, companyId, body),

    approve: async (actor, transactionId) => {
      const approved = await database.within(actor.scope, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        if (payment.requested_by === actor.userId) {
          throw refused('You cannot approve your own request');
        }
        const row = await findInLedger(db, transactionId);
        if (!row) throw notFound('Transaction not found');
        if (!row.is_account_active) throw new AppError('account_inactive');
        await releasePayout(db, payment.id, actor.userId);
        await note(db, actor, payment, 'approve');
        return toTransaction(row);
      });
      engine.runner.wake();
      return approved;
    },

    reject: (actor, transactionId) =>
      database.within(actor.scope, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        const reason = 'Rejected by the provider';
        await finishAll(db, [payoutRelease(payment, reason)]);
        await noteDecider(db, payment.id, actor.userId);
        await endPayments(db, [{ payment, plan: failing('REJECTED', reason) }]);
        await note(db, actor, payment, 'reject');
        const row = await findInLedger(db, transactionId);
        if (!row) throw notFound('Transaction not found');
        return toTransaction(row);
      }),
  };
}

async function request(
  database: Database,
  acceptance: Acceptance,
  actor: Actor,
  companyId: string,
  body: RequestBody,
): Promise<Transaction> {
  const order = orderOf(actor, companyId, body);
  const isThere = await database.within(actor.scope, (db) => companyExists(db, companyId));
  if (!isThere) throw notFound('Company not found');
  const accepted = await acceptance.acceptWith(order, (db) =>
    audit(db, actor, {
      action: 'transactions.request',
      subject: { type: 'accounts', id: body.accountId },
      companyId,
      details: { kind: body.kind, amount: body.amount, phoneNumber: body.phoneNumber },
    }),
  );
  const { transactionId, paymentId } = accepted;
  if (transactionId) {
    const row = await database.within(platformScope, (db) => findInLedger(db, transactionId));
    if (row) return toTransaction(row);
  }
  // Nothing is in the ledger before the payer has paid.
  return {
    id: paymentId,
    reference: order.reference,
    description: order.description ?? `Mobile money from ${body.phoneNumber}`,
    type: 'credit',
    amount: body.amount,
    status: 'pending',
    date: new Date().toISOString(),
  };
}

function orderOf(actor: Actor, companyId: string, body: RequestBody): PaymentOrder {
  const isIn = body.kind === 'add-money';
  return {
    companyId,
    direction: isIn ? 'collection' : 'payout',
    origin: 'portal',
    phoneNumber: body.phoneNumber,
    network: networkOf(body.network),
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

/** Whoever decides at the same moment comes before or after. */
async function lockWaiting(db: Db, transactionId: string): Promise<StoredPayment> {
  const payment = await lockByTransaction(db, transactionId);
  if (!payment) {
    const row = await findInLedger(db, transactionId);
    if (!row) throw notFound('Transaction not found');
    throw refused('This transaction does not wait for approval');
  }
  if (!payment.awaits_approval) throw refused('This payout was already decided');
  return payment;
}

async function note(
  db: Db,
  actor: Actor,
  payment: StoredPayment,
  action: 'approve' | 'reject',
): Promise<void> {
  await writeSteps(db, [
    {
      companyId: payment.company_id,
      paymentId: payment.id,
      kind: 'approval',
      title: action === 'approve' ? 'Approved by the provider' : 'Rejected by the provider',
      isGood: action === 'approve',
    },
  ]);
  await audit(db, actor, {
    action: `transactions.${action}`,
    subject: { type: 'accounts', id: payment.account_id },
    companyId: payment.company_id,
    details: { transaction: payment.transaction_id },
  });
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
