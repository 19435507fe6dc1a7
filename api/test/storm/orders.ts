import { AppError } from '../../src/http/app-error.ts';
import type { Db } from '../../src/db/database.ts';
import type { Accepted } from '../../src/payments/orders/acceptance.ts';
import type { PaymentOrder } from '../../src/payments/orders/order.ts';
import { createAccount, createCompany, createUser } from '../factories.ts';
import { createProduct } from '../products.ts';
import type { Draws } from './draws.ts';
import { Killed, type StormEngine } from './engines.ts';

/** The companies of a storm, and what each of its orders is. */
export interface Shops {
  readonly companies: readonly string[];
  orderOf(number: number): PaymentOrder;
}

const productPrice = 2_000_00n;
/** The last one cannot pay for everything that it orders. */
const balances = [50_000_000_00n, 5_000_000_00n, 60_000_00n];

export async function openShops(owner: Db, draws: Draws): Promise<Shops> {
  const requestedBy = await createUser(owner, { email: `${crypto.randomUUID()}@storm.test` });
  const shops = await Promise.all(
    balances.map(async (balance) => {
      const companyId = await createCompany(owner, { email: `${crypto.randomUUID()}@storm.test` });
      await createAccount(owner, companyId, { balance });
      await owner.rows(
        `insert into fee_schedules (id, company_id, direction, percent_hundredths, effective_from)
         select gen_random_uuid(), $1, direction, 150, now() - interval '90 days'
         from unnest(array['collection', 'payout']) direction`,
        [companyId],
      );
      const product = await createProduct(owner, companyId, {
        amount: productPrice,
        codes: 12,
      });
      return { companyId, productCode: product.code };
    }),
  );
  return {
    companies: shops.map(({ companyId }) => companyId),
    orderOf: (number) => {
      const shop = shops[draws.whole(0, shops.length - 1, 'order', number, 'shop')];
      if (!shop) throw new Error('A storm has shops');
      const kind = draws.pick(
        { collection: 40, sale: 20, payout: 20, 'waiting payout': 20 },
        'order',
        number,
        'kind',
      );
      const isMtn = draws.share('order', number, 'network') < 0.6;
      const isSale = kind === 'sale';
      const isWaiting = kind === 'waiting payout';
      return {
        companyId: shop.companyId,
        direction: isSale || kind === 'collection' ? 'collection' : 'payout',
        origin: isWaiting ? 'portal' : 'api',
        phoneNumber: `${isMtn ? '077' : '075'}${String(1_000_000 + number)}`,
        amount: isSale
          ? productPrice
          : 100n * BigInt(draws.whole(1_000, 60_000, 'order', number, 'amount')),
        reference: `order ${number}`,
        description: null,
        idempotencyKey: `order-${number}`,
        ...(isSale && { productCode: shop.productCode }),
        ...(isWaiting && { requestedBy }),
      };
    },
  };
}

/**
 * Orders as a careful client does: with the same key until there is an answer. Null if it is refused.
 */
export async function place(
  order: PaymentOrder,
  nextEngine: () => StormEngine,
): Promise<Accepted | null> {
  for (;;) {
    try {
      return await nextEngine().acceptance.accept(order);
    } catch (error) {
      if (error instanceof AppError) return null;
      if (!(error instanceof Killed)) throw error;
    }
  }
}
