import { dayMs } from '@sente/contract/kampala';
import type { LinkKind } from '@sente/contract/payment-links';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { insertAttempt, keepCheckout } from '../src/payment-links/checkouts.queries.ts';
import { insertLink } from '../src/payment-links/payment-links.queries.ts';
import { newCode } from '../src/payment-links/codes.ts';
import { hashToken } from '../src/security/tokens.ts';

interface Collected {
  readonly id: string;
  readonly account_id: string;
  readonly amount: string;
  readonly status: string;
  readonly created_at: Date;
}

/**
 * Three links of Demo One: of one amount, of any amount, and of a product. What was paid with them are collections
 * that it has anyway, because its figures are fixed.
 */
export async function seedPaymentLinks(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const payments = await db.rows<Collected>(
    `select id, account_id, amount, status, created_at from payments
     where company_id = $1 and direction = 'collection' and origin <> 'import' and product_id is null
       and requested_by is null and status in ('SUCCESS', 'FAILED')
       and not exists (select from payment_reviews r where r.payment_id = payments.id)
     order by status = 'FAILED' desc, id limit 4`,
    [companyId],
  );
  const account = await db.row<{ id: string }>(
    `select id from accounts where company_id = $1 and kind = 'customer' order by opened_at, id limit 1`,
    [companyId],
  );
  const product = await db.row<{ id: string }>(
    `select id from internet_products where company_id = $1 and code = 'DAY-1'`,
    [companyId],
  );
  const [first, ...rest] = payments;
  if (!account || !product || !first) throw new Error('Demo One has nothing to be paid for');
  const accountId = account.id;
  // Before what was paid with them.
  const at = new Date(Math.min(...payments.map((each) => each.created_at.getTime())) - dayMs);
  const add = (kind: LinkKind, fields: Partial<Parameters<typeof insertLink>[1]>) =>
    addLink(db, { companyId, accountId, kind, ...fields }, at);
  await add('product', { productId: product.id, purpose: null });
  const fixed = await add('fixed', {
    amount: BigInt(first.amount),
    accountId: first.account_id,
    purpose: 'WiFi installation, deposit',
    reference: 'INV-2041',
  });
  const chosen = await add('chosen', {
    leastAmount: 500_00n,
    mostAmount: 5_000_000_00n,
    purpose: 'Payment at the counter',
  });
  await attach(db, companyId, fixed, [first]);
  for (const payment of rest) await attach(db, companyId, chosen, [payment]);
}

async function addLink(
  db: Db,
  fields: Partial<Parameters<typeof insertLink>[1]> & {
    readonly companyId: string;
    readonly accountId: string;
    readonly kind: LinkKind;
  },
  at: Date,
): Promise<string> {
  const id = uuidV7(at.getTime());
  await insertLink(db, {
    amount: null,
    leastAmount: null,
    mostAmount: null,
    productId: null,
    purpose: null,
    reference: null,
    isOnce: false,
    expiresAt: null,
    returnUrl: null,
    isStanding: false,
    createdBy: null,
    keyHash: null,
    inputHash: null,
    ...fields,
    id,
    code: newCode(),
  });
  await db.rows('update payment_links set created_at = $2 where id = $1', [id, at]);
  return id;
}

/** As if a payer had made them at the link. */
async function attach(
  db: Db,
  companyId: string,
  linkId: string,
  payments: readonly Collected[],
): Promise<void> {
  const secretHash = hashToken(newCode());
  const id = await keepCheckout(db, { id: uuidV7(), company_id: companyId, linkId, secretHash });
  for (const [index, { id: paymentId }] of payments.entries()) {
    await insertAttempt(db, { companyId, checkoutId: id, number: index + 1, paymentId });
    await db.rows("update payments set origin = 'link' where id = $1", [paymentId]);
  }
  await db.rows(
    `update checkouts set created_at = (select min(created_at) from payments where id = any ($2))
     where id = $1`,
    [id, payments.map((each) => each.id)],
  );
}
