import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { ReadyOrder } from '../src/payments/orders/order.ts';
import { keyHash } from '../src/payments/orders/order.ts';

/** An internet product with this many sellable vouchers, or with these. */
export async function createProduct(
  owner: Db,
  companyId: string,
  fields: {
    code?: string;
    name?: string;
    amount?: bigint;
    isActive?: boolean;
    codes?: number | readonly string[];
  } = {},
): Promise<{ id: string; code: string }> {
  const id = uuidV7();
  const { code = `P-${id.slice(-6)}`, name = 'Day pass', amount = 100_000n } = fields;
  await owner.rows(
    `insert into internet_products (company_id, id, code, name, amount, is_active)
     values ($1, $2, $3, $4, $5, $6)`,
    [companyId, id, code, name, amount, fields.isActive ?? true],
  );
  const { codes = 0 } = fields;
  await owner.rows(
    `insert into product_codes (company_id, product_id, code)
     select $1, $2, u.code from unnest($3::text[]) with ordinality u(code, place) order by u.place`,
    [
      companyId,
      id,
      typeof codes === 'number' ? Array.from({ length: codes }, (_, n) => `${code}-${n}`) : codes,
    ],
  );
  return { id, code };
}

/** A valid collection; a test changes the relevant fields. */
export function orderOf(companyId: string, changes: Partial<ReadyOrder> = {}): ReadyOrder {
  const order = {
    paymentId: uuidV7(),
    transactionId: undefined,
    companyId,
    direction: 'collection' as const,
    origin: 'api' as const,
    phoneNumber: '256772123456',
    network: 'MTN' as const,
    amount: 100_000n,
    reference: 'ORDER-1',
    description: null,
    idempotencyKey: uuidV7(),
    inputHash: '00000000000000000000000000000001',
    likelyNetwork: null,
    ...changes,
  };
  return { ...order, keyHash: keyHash(order) };
}
