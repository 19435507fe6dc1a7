import { fromHundredths } from '@sente/contract/money';
import type { PaymentReview } from '@sente/contract/payment-reviews';
import type { Transaction } from '@sente/contract/transactions';
import type { Database, Db } from '../../src/db/database.ts';
import { platformScope } from '../../src/db/scope.ts';
import type { Actor } from '../../src/http/actor.ts';
import { AppError } from '../../src/http/app-error.ts';
import type { PaymentOrder } from '../../src/payments/orders/order.ts';
import { refundOrder } from '../../src/payments/orders/refund-order.ts';
import { refundUnderWayText } from '../../src/payments/refunds.ts';
import { expirePayouts } from '../../src/payments/requests/expiry.ts';
import { createPaymentRequestsService } from '../../src/payments/requests/payment-requests.service.ts';
import type { PaymentsEngine } from '../../src/payments/engine.ts';
import { createReviewsService } from '../../src/payments/reviews/reviews.service.ts';
import { createUser } from '../factories.ts';
import { createBrakeLever, type BrakeLever } from './brake.ts';
import type { StormNetwork } from './network.ts';

/** The staff of the provider: they approve payouts, and decide reviews by what the network really did. */
export interface People {
  approve(transactionId: string): Promise<void>;
  reject(transactionId: string): Promise<void>;
  /** Nobody decided in time. */
  expire(): Promise<void>;
  readonly brake: BrakeLever;
  /** What a company gives back of a payment; null if there is nothing to give back. */
  refundOf(paymentId: string): Promise<PaymentOrder | null>;
  /** Returns how many were decided. */
  decideReviews(companies: readonly string[], networks: readonly StormNetwork[]): Promise<number>;
}

export async function employ(
  database: Database,
  owner: Db,
  engine: PaymentsEngine,
): Promise<People> {
  const [first, second] = [await actorOf(owner), await actorOf(owner)] as const;
  // They look at none of what they have decided: planning to read it takes longer than deciding.
  const unread = {} as Transaction;
  const requests = createPaymentRequestsService(database, engine, async () => unread);
  const reviews = createReviewsService(database, engine.findSystemAccounts);
  /** As the network did it. Not while a refund of the payment is under way: people come back when it has ended. */
  const isDecided = async (
    { id, network: name, recordId, statedAmount }: PaymentReview,
    networks: readonly StormNetwork[],
  ): Promise<boolean> => {
    const network = networks.find(({ wire }) => wire.network === name);
    const order = network?.records.get(recordId)?.order;
    const isPaid = order?.state === 'paid';
    // People look the amount up at the network where it did not say it in shillings.
    const amount = isPaid && statedAmount !== 'none' ? fromHundredths(order.amount) : undefined;
    const decision = { decision: isPaid ? 'book' : 'fail', ...(amount && { amount }) } as const;
    await reviews.propose(first, id, { ...decision, note: 'As the network did it' });
    try {
      await reviews.confirm(second, id, decision);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.message === refundUnderWayText) return false;
      throw error;
    }
  };
  return {
    brake: createBrakeLever(database, owner, [first, second]),
    refundOf: async (id) => {
      const row = await owner.row<{ companyId: string }>(
        `select company_id as "companyId" from payments where id = $1`,
        [id],
      );
      if (!row) return null;
      const idempotencyKey = `refund-${id}`;
      const wish = {
        companyId: row.companyId,
        id,
        reason: null,
        origin: 'api',
        idempotencyKey,
      } as const;
      return refundOrder(database, platformScope, wish).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
    },
    approve: async (transactionId) => {
      await requests.approve(first, transactionId);
    },
    reject: async (transactionId) => {
      await requests.reject(first, transactionId);
    },
    expire: async () => {
      await expirePayouts(database);
    },
    decideReviews: async (companies, networks) => {
      let decided = 0;
      let before: number;
      // Deciding about a refund may be what another decision waits for.
      do {
        before = decided;
        const open = await reviews.list(first);
        for (const review of open.filter(({ companyId }) => companies.includes(companyId))) {
          if (await isDecided(review, networks)) decided += 1;
        }
      } while (decided > before);
      return decided;
    },
  };
}

async function actorOf(owner: Db): Promise<Actor> {
  const userId = await createUser(owner, {
    isStaff: true,
    email: `${crypto.randomUUID()}@storm.test`,
    roles: ['SuperAdmin'],
  });
  return {
    userId,
    email: `${userId}@storm.test`,
    name: 'Staff',
    companyId: null,
    isStaff: true,
    mustChangePassword: false,
    mustSetUpFactor: false,
    isVisitor: false,
    permissions: new Set(['staffMoney']),
    scope: { ...platformScope, userId },
    tokenHash: Buffer.alloc(32),
    origin: { address: '127.0.0.1', requestId: 'storm', userAgent: null },
  };
}
