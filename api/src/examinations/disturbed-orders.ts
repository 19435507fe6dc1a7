import type { contract } from '@sente/contract';
import type { PaymentDirection } from '@sente/contract/payments';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { AppError } from '../http/app-error.ts';
import type { HandlerTable } from '../http/serve.ts';
import { keyHash } from '../payments/orders/order.ts';
import {
  deleteWatched,
  disturbances,
  insertWatched,
  listWatched,
  lockWatching,
  type Disturbance,
} from './examination-orders.queries.ts';

type Payments = HandlerTable<typeof contract>['payments'];

interface Order {
  readonly companyId: string;
  readonly direction: PaymentDirection;
  readonly idempotencyKey: string;
  readonly body: {
    readonly phoneNumber: string;
    readonly amount: number;
    readonly reference: string | null;
  };
}

/** Orders of a company whose orders are watched: the first are disturbed, and all are written down. */
export function disturbOrders(database: Database, payments: Payments): Payments {
  const watched = async <T>(order: Order, accept: () => Promise<T>): Promise<T> => {
    const noted = await database.within(platformScope, (db) => note(db, order));
    const answer = await accept().catch(async (error: unknown) => {
      const id = noted?.id;
      if (id) await database.within(platformScope, (db) => deleteWatched(db, id));
      throw error;
    });
    // It is accepted, and the caller cannot know: as if the connection had broken.
    if (noted?.disturbance === 'answer lost') {
      throw new AppError('unavailable', { message: lostText, retryAfterSeconds: 1 });
    }
    return answer;
  };
  return {
    ...payments,
    createCollection: (call) =>
      watched(
        {
          companyId: call.caller.companyId,
          direction: 'collection',
          idempotencyKey: call.idempotencyKey,
          body: call.body,
        },
        () => payments.createCollection(call),
      ),
    createPayout: (call) =>
      watched(
        {
          companyId: call.caller.companyId,
          direction: 'payout',
          idempotencyKey: call.idempotencyKey,
          body: call.body,
        },
        () => payments.createPayout(call),
      ),
  };
}

const lostText =
  'Examination: the answer to this order is withheld. Send it again with the same Idempotency-Key.';

/** Written down before it is accepted: the network may be asked for it at once. */
async function note(
  db: Db,
  { companyId, direction, idempotencyKey, body }: Order,
): Promise<{ readonly id: string | null; readonly disturbance: Disturbance | null } | null> {
  const examination = await lockWatching(db, companyId);
  if (!examination) return null;
  const before = await listWatched(db, examination.id);
  const key = keyHash({ companyId, origin: 'api', idempotencyKey });
  const wish = [direction, body.phoneNumber, body.amount, body.reference ?? ''].join(' ');
  const isNew = !before.some((one) => one.key_hash === key || one.wish === wish);
  const done = new Set(before.map((one) => one.disturbance));
  const disturbance = isNew ? (disturbances.find((one) => !done.has(one)) ?? null) : null;
  const order = { examinationId: examination.id, companyId, keyHash: key, wish, disturbance };
  return { id: await insertWatched(db, order), disturbance };
}
