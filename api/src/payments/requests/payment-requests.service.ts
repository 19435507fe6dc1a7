import type { PayoutApproval } from '@sente/contract/approval-kinds';
import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import type { ExpectedApproval, payoutRules } from '@sente/contract/payout-rules';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { listColleagues } from '../../approvals/second-person.ts';
import { tellAsked } from '../../approvals/telling.ts';
import { companyExists, isBraked } from '../../db/company.ts';
import type { Database, Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound, refused } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import type { PaymentsEngine } from '../engine.ts';
import type { Acceptance, Accepted } from '../orders/acceptance.ts';
import type { PaymentOrder } from '../orders/order.ts';
import { lockByTransaction, type StoredPayment } from '../payments.queries.ts';
import { lockRefundedBy } from '../refunds.ts';
import { approvePayout, cancelPayout, rejectPayout, withdrawPayout } from './payout-decisions.ts';

type RequestBody = BodyOf<typeof transactions.request>;
type ReviewBody = BodyOf<typeof payoutRules.expect>;

/** Payments that people request in the portal, and payouts that wait for somebody's approval. */
export interface PaymentRequestsService {
  request(
    actor: Actor,
    companyId: string,
    body: RequestBody,
  ): Promise<{ data: Transaction; meta: MetaOf<typeof transactions.request> }>;
  /** What a payout of the person would need if it were asked for now; refused as asking would be. */
  review(actor: Actor, companyId: string, body: ReviewBody): Promise<ExpectedApproval>;
  approve(actor: Actor, transactionId: string): Promise<Transaction>;
  reject(actor: Actor, transactionId: string, reason?: string): Promise<Transaction>;
  /** By who asked for it. */
  withdraw(actor: Actor, transactionId: string): Promise<void>;
  /** Of what the company's systems ordered, by its people. */
  cancel(actor: Actor, transactionId: string, reason: string): Promise<void>;
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
  const lockWaiting = async (
    db: Db,
    actor: Actor,
    transactionId: string,
  ): Promise<StoredPayment> => {
    // Older than its refund, so it is before it in the order of locks.
    await lockRefundedBy(db, transactionId);
    const payment = await lockByTransaction(db, transactionId);
    if (payment && !actor.isStaff && payment.company_id !== actor.companyId) {
      throw notFound('Transaction not found');
    }
    if (payment?.direction !== 'payout') {
      await mustRead(db, transactionId);
      throw refused('This transaction does not wait for approval');
    }
    if (!payment.awaits_approval) throw refused('This payout was already decided');
    return payment;
  };
  const decide = <T>(
    actor: Actor,
    transactionId: string,
    work: (db: Db, payment: StoredPayment) => Promise<T>,
  ): Promise<T> =>
    // A company may read its payments, but only the platform changes them.
    database.within({ ...actor.scope, platform: true }, async (db) =>
      work(db, await lockWaiting(db, actor, transactionId)),
    );

  return {
    request: async (actor, companyId, body) => {
      const accepted = await order(database, engine.acceptance, actor, companyId, body);
      const { transactionId, approval } = accepted;
      return database.within(actor.scope, async (db) => ({
        data: await mustRead(db, transactionId),
        meta: { approval, isBraked: approval !== null && (await isBraked(db, companyId)) },
      }));
    },

    review: (actor, companyId, body) => review(database, engine.acceptance, actor, companyId, body),

    approve: async (actor, transactionId) => {
      const approved = await decide(actor, transactionId, async (db, payment) => {
        const { isReleased } = await approvePayout(db, actor, payment);
        return { payment, isReleased, transaction: await mustRead(db, transactionId) };
      });
      const { network, company_id: companyId } = approved.payment;
      if (approved.isReleased) engine.runner.wake({ network, companyId });
      return approved.transaction;
    },

    reject: (actor, transactionId, reason) =>
      decide(actor, transactionId, async (db, payment) => {
        await rejectPayout(db, actor, payment, reason ?? null);
        return mustRead(db, transactionId);
      }),

    withdraw: (actor, transactionId) =>
      decide(actor, transactionId, (db, payment) => withdrawPayout(db, actor, payment)),

    cancel: (actor, transactionId, reason) =>
      decide(actor, transactionId, (db, payment) => cancelPayout(db, actor, payment, reason)),
  };
}

async function order(
  database: Database,
  acceptance: Acceptance,
  actor: Actor,
  companyId: string,
  body: RequestBody,
): Promise<Accepted> {
  await requireCompany(database, actor, companyId);
  if (body.kind === 'sell-voucher') requireProducts(actor);
  const wish = orderOf(actor, companyId, body);
  return acceptance.acceptWith(wish, async (db, accepted) => {
    const { paymentId, phoneNumber, approval, isRepeatConfirmed } = accepted;
    await audit(db, actor, {
      action: 'transactions.request',
      subject: { type: 'accounts', id: body.accountId },
      companyId,
      details: {
        kind: body.kind,
        amount: body.amount,
        phoneNumber: body.phoneNumber,
        ...(body.productCode && { productCode: body.productCode }),
        ...(isRepeatConfirmed && { isRepeatConfirmed }),
      },
    });
    const filed = { paymentId, phoneNumber, approval, companyId, amount: wish.amount };
    await tellOfPayout(db, actor, filed);
  });
}

/** Whoever has to approve it. */
export async function tellOfPayout(
  db: Db,
  actor: Actor,
  filed: Pick<Accepted, 'paymentId' | 'approval'> &
    Pick<PaymentOrder, 'companyId' | 'phoneNumber' | 'amount'>,
): Promise<void> {
  const { paymentId: id, approval, companyId, phoneNumber, amount } = filed;
  if (approval === null || approval === 'none') return;
  await tellAsked(db, actor, { id, kind: 'payout', companyId, phoneNumber, amount });
}

async function review(
  database: Database,
  acceptance: Acceptance,
  actor: Actor,
  companyId: string,
  body: ReviewBody,
): Promise<ExpectedApproval> {
  await requireCompany(database, actor, companyId);
  const wish = { ...body, kind: 'send-money', note: null } as const;
  const approval = (await acceptance.rehearse(orderOf(actor, companyId, wish))) ?? 'provider';
  return expectedOf(database, actor, companyId, approval);
}

/** With the people who could approve it. */
export function expectedOf(
  database: Database,
  actor: Actor,
  companyId: string,
  approval: PayoutApproval,
): Promise<ExpectedApproval> {
  const needsColleague = approval === 'colleague' || approval === 'colleague_and_provider';
  return database.within(actor.scope, async (db) => {
    const colleagues = needsColleague
      ? await listColleagues(db, companyId, actor.userId, null)
      : [];
    return {
      approval,
      colleagues,
      isWithoutColleague: needsColleague && colleagues.length === 0,
      isBraked: await isBraked(db, companyId),
    };
  });
}

/** Whoever may not see what the company sells does not sell it either. */
function requireProducts({ isStaff, permissions }: Actor): void {
  if (isStaff || permissions.has('canViewProducts') || permissions.has('canManageProducts')) return;
  throw new AppError('forbidden');
}

async function requireCompany(database: Database, actor: Actor, companyId: string): Promise<void> {
  const isThere = await database.within(actor.scope, (db) => companyExists(db, companyId));
  if (!isThere) throw notFound('Company not found');
}

function orderOf(actor: Actor, companyId: string, body: RequestBody): PaymentOrder {
  const isIn = body.kind === 'add-money' || body.kind === 'sell-voucher';
  return {
    companyId,
    direction: isIn ? 'collection' : 'payout',
    origin: 'portal',
    phoneNumber: body.phoneNumber,
    network: networkOf(body.network),
    isNetworkConfirmed: body.isNetworkConfirmed ?? false,
    isRepeatConfirmed: body.isRepeatConfirmed ?? false,
    amount: toHundredths(body.amount) ?? 0n,
    reference: null,
    description: body.note,
    accountId: body.accountId,
    productCode: body.productCode,
    idempotencyKey: `${actor.userId}:${body.idempotencyKey ?? uuidV7()}`,
    requestedBy: actor.userId,
  };
}

function networkOf(text: string): NetworkName {
  const found = networkNames.find((name) => name === text.toUpperCase());
  if (!found) throw invalidField('network', `Must be one of ${networkNames.join(', ')}`);
  return found;
}
