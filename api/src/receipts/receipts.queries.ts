import type { Db } from '../db/database.ts';
import { refundedOf } from '../payments/refunds.ts';

interface Issuer {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly logo: string | null;
}

/** Also of an archived company: what it was paid stays paid. */
export function findIssuer(db: Db, companyId: string): Promise<Issuer | undefined> {
  return db.row<Issuer>('select id, name, address, phone, logo from companies where id = $1', [
    companyId,
  ]);
}

/** Hundredths of UGX, as text: what was given back of a payment, without what is under way. */
export async function findRefunded(db: Db, companyId: string, paymentId: string): Promise<string> {
  const row = await db.row<{ refunded: string }>(
    `select ${refundedOf('p', 'SUCCESS')} as refunded from payments p
     where p.company_id = $1 and p.id = $2`,
    [companyId, paymentId],
  );
  return row?.refunded ?? '0';
}

/** The product that a payment bought, also one that was deleted since. */
export async function findProductName(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<string | null> {
  const row = await db.row<{ name: string }>(
    `select r.name from payments p
     join internet_products r on r.company_id = p.company_id and r.id = p.product_id
     where p.company_id = $1 and p.id = $2`,
    [companyId, paymentId],
  );
  return row?.name ?? null;
}
