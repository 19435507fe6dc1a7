import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { companyExists } from '../../db/company.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Database, Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import { audit } from '../../security/audit.ts';
import type { PaymentsEngine } from '../engine.ts';
import type { Acceptance } from '../orders/acceptance.ts';
import type { PaymentOrder } from '../orders/order.ts';
import { lockByTransaction, type StoredPayment } from '../payments.queries.ts';
import { failure } from '../settling/payment-postings.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing } from '../settling/verdict.ts';
import { writeSteps } from '../steps.ts';
import { isAccountActive, noteDecider, releasePayout } from './approvals.queries.ts';

type RequestBody = BodyOf<typeof transactions.request>;

/** Payments that people request in the portal. A payout waits for a second person. */
export interface ApprovalsService {
  request(actor: Actor, companyId: string, body: RequestBody): Promise<Transaction>;
  approve(actor: Actor, transactionId: string): Promise<Transaction>;
  reject(actor: Actor, transactionId: string): Promise<Transaction>;
}

type ReadTransaction = (db: Db, id: string) => Promise<Transaction | undefined>;

export function createApprovalsService(
  database: Database,
  engine: Pick<PaymentsEngine, 'acceptance' | 'runner'>,
  readTransaction: ReadTransaction,
): ApprovalsService {
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
        if (payment.requested_by === actor.userId) {
          throw refused('You cannot approve your own request');
        }
        if (!(await isAccountActive(db, payment.account_id))) {
          throw new AppError('account_inactive');
        }
        await releasePayout(db, payment.id, actor.userId);
        await note(db, actor, payment, 'approve');
        return { payment, transaction: await mustRead(db, transactionId) };
      });
      const { network, company_id: companyId } = approved.payment;
      engine.runner.wake({ network, companyId });
      return approved.transaction;
    },

    reject: (actor, transactionId) =>
      database.within(actor.scope, async (db) => {
        const payment = await lockWaiting(db, transactionId);
        const reason = 'Rejected by the provider';
        const at = new Date(databaseNow());
        await finishAll(db, [failure(payment, reason, at)]);
        await noteDecider(db, payment.id, actor.userId);
        await endPayments(db, [{ payment, plan: failing('REJECTED', reason) }], at);
        await note(db, actor, payment, 'reject');
        return mustRead(db, transactionId);
      }),
  };
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
