import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import type { ExpectedApproval } from '@sente/contract/payout-rules';
import type { refunds } from '@sente/contract/refunds';
import type { Transaction } from '@sente/contract/transactions';
import { isBraked } from '../../db/company.ts';
import type { Database, Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { Actor } from '../../http/actor.ts';
import type { Handlers } from '../../http/serve.ts';
import { audit } from '../../security/audit.ts';
import type { Acceptance } from '../orders/acceptance.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { expectedOf, tellOfPayout } from './payment-requests.service.ts';

type RefundBody = BodyOf<typeof refunds.create>;
type ReadTransaction = (db: Db, id: string) => Promise<Transaction | undefined>;

/** Refunds that people ask for in the portal of their company. */
export function refundsRoutes(
  database: Database,
  acceptance: Pick<Acceptance, 'acceptWith' | 'rehearse'>,
  readTransaction: ReadTransaction,
): Handlers<typeof refunds> {
  const orderOf = (actor: Actor, id: string, body: Partial<RefundBody>) =>
    refundOrder(database, actor.scope, {
      companyId: actor.companyId ?? '',
      id,
      amount: body.amount,
      reason: body.reason ?? null,
      origin: 'portal',
      idempotencyKey: `${actor.userId}:${body.idempotencyKey ?? uuidV7()}`,
      requestedBy: actor.userId,
    });
  return {
    create: async ({ actor, params, body }) => {
      const order = await orderOf(actor, params.id, body);
      const { companyId } = order;
      const accepted = await acceptance.acceptWith(order, async (db, filed) => {
        await audit(db, actor, {
          action: 'refunds.create',
          subject: { type: 'accounts', id: order.accountId ?? '' },
          companyId,
          details: {
            amount: body.amount,
            phoneNumber: order.phoneNumber,
            refundOf: params.id,
            ...(body.reason && { reason: body.reason }),
          },
        });
        await tellOfPayout(db, actor, { ...filed, companyId, amount: order.amount });
      });
      return database.within(actor.scope, async (db) => ({
        data: await mustRead(db, readTransaction, accepted.transactionId),
        meta: await metaOf(db, companyId, accepted.approval),
      }));
    },

    review: async ({ actor, params, body }): Promise<{ data: ExpectedApproval }> => {
      const order = await orderOf(actor, params.id, body);
      const approval = (await acceptance.rehearse(order)) ?? 'provider';
      return { data: await expectedOf(database, actor, order.companyId, approval) };
    },
  };
}

async function mustRead(db: Db, read: ReadTransaction, id: string): Promise<Transaction> {
  const transaction = await read(db, id);
  if (!transaction) throw new Error(`A refund without its transaction ${id}`);
  return transaction;
}

async function metaOf(
  db: Db,
  companyId: string,
  approval: MetaOf<typeof refunds.create>['approval'],
): Promise<MetaOf<typeof refunds.create>> {
  return { approval, isBraked: await isBraked(db, companyId) };
}
