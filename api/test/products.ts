import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { ReadyOrder } from '../src/payments/orders/order.ts';
import { keyHash } from '../src/payments/orders/order.ts';
import { insertCodes } from '../src/product-codes/upload.queries.ts';
import { insertBatch } from '../src/product-codes/voucher-batches.queries.ts';
import { createSealer } from '../src/security/secrets.ts';
import {
  openVoucher,
  sealVoucher,
  voucherColumns,
  type StoredVoucher,
} from '../src/security/vouchers.ts';

/** As the servers of the tests have it. */
export const testSealer = createSealer(Buffer.alloc(32, 7));

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
  const texts =
    typeof codes === 'number' ? Array.from({ length: codes }, (_, n) => `${code}-${n}`) : codes;
  if (texts.length > 0) await addCodes(owner, companyId, id, texts);
  return { id, code };
}

/** One upload; returns the id of the batch. */
export async function addCodes(
  owner: Db,
  companyId: string,
  productId: string,
  codes: readonly string[],
): Promise<string> {
  const batchId = uuidV7();
  const vouchers = codes.map((code) => sealVoucher(testSealer, { id: uuidV7(), companyId }, code));
  const numbers = await insertCodes(owner, { companyId, productId, batchId, vouchers });
  const batch = { companyId, id: batchId, productId, uploadedBy: null, fileName: null };
  await insertBatch(owner, batch, numbers);
  return batchId;
}

interface OpenedCode {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly payment_id: string | null;
  readonly used_at: Date | null;
}

/** The vouchers of a company in clear, in the order of sale. */
export async function openedCodes(owner: Db, companyId: string): Promise<OpenedCode[]> {
  const rows = await owner.rows<StoredVoucher & OpenedCode>(
    `select ${voucherColumns}, c.state, c.payment_id, c.used_at
     from product_codes c where c.company_id = $1 order by c.number`,
    [companyId],
  );
  return rows.map(({ state, payment_id, used_at, ...voucher }) => {
    const opened = openVoucher(testSealer, voucher);
    if ('unreadable' in opened) throw new Error('A voucher cannot be opened');
    return { id: voucher.id, code: opened.secret, state, payment_id, used_at };
  });
}

/** The id of a voucher that `createProduct` added. */
export async function codeId(owner: Db, companyId: string, code: string): Promise<string> {
  const found = (await openedCodes(owner, companyId)).find((each) => each.code === code);
  if (!found) throw new Error(`There is no voucher ${code}`);
  return found.id;
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
