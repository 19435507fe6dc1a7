import type { Db } from '../db/database.ts';

export interface InternetProductRow {
  readonly id: string;
  readonly company_id: string;
  readonly code: string;
  readonly name: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly is_active: boolean;
  readonly stock: number;
  readonly low_stock_at: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface InternetProductFields {
  readonly code: string;
  readonly name: string;
  readonly amount: bigint;
  readonly isActive: boolean;
  readonly lowStockAt: number | null;
}

export interface InternetProductFilters {
  readonly search: string;
  readonly isActive: boolean | null;
}

const columns = `p.id, p.company_id, p.code, p.name, p.amount, p.is_active, p.low_stock_at, p.created_at,
  p.updated_at,
  (
    select coalesce(sum(f.count), 0)::int from voucher_counts f
    where f.company_id = p.company_id and f.product_id = p.id and f.state = 'free'
  ) as stock`;

/** Deleted products and those of archived companies are never listed. */
const shownProducts = `internet_products p join companies c on c.id = p.company_id
  where p.deleted_at is null and c.archived_at is null`;

/** "C" keeps the order the same on every server. */
export function listProducts(
  db: Db,
  companyId: string,
  { search, isActive }: InternetProductFilters,
): Promise<InternetProductRow[]> {
  return db.rows<InternetProductRow>(
    `select ${columns} from ${shownProducts} and p.company_id = $1
       and ($2::boolean is null or p.is_active = $2)
       and ($3 = '' or position(lower($3) in lower(p.code)) > 0
         or position(lower($3) in lower(p.name)) > 0)
     order by lower(p.name) collate "C", p.id`,
    [companyId, isActive, search],
  );
}

export function findProduct(db: Db, id: string): Promise<InternetProductRow | undefined> {
  return db.row<InternetProductRow>(`select ${columns} from ${shownProducts} and p.id = $1`, [id]);
}

/** Locks it against changes until this transaction ends. */
export function lockProduct(db: Db, id: string): Promise<InternetProductRow | undefined> {
  return db.row<InternetProductRow>(
    `select ${columns} from ${shownProducts} and p.id = $1 for update of p`,
    [id],
  );
}

/** By its code, with a lock until this transaction ends. */
export function holdProductByCode(
  db: Db,
  companyId: string,
  code: string,
): Promise<{ id: string; code: string } | undefined> {
  return db.row(
    `select id, code from internet_products
     where company_id = $1 and lower(code) = lower($2) and deleted_at is null for share`,
    [companyId, code],
  );
}

export async function insertProduct(
  db: Db,
  id: string,
  companyId: string,
  fields: InternetProductFields,
): Promise<void> {
  await db.rows(
    `insert into internet_products (company_id, id, code, name, amount, is_active, low_stock_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [companyId, id, ...valuesOf(fields)],
  );
}

export async function updateProduct(
  db: Db,
  id: string,
  companyId: string,
  fields: InternetProductFields,
): Promise<void> {
  await db.rows(
    `update internet_products
     set code = $3, name = $4, amount = $5, is_active = $6, low_stock_at = $7, updated_at = now()
     where company_id = $1 and id = $2`,
    [companyId, id, ...valuesOf(fields)],
  );
}

function valuesOf(fields: InternetProductFields): unknown[] {
  const { code, name, amount, isActive, lowStockAt } = fields;
  return [code, name, amount, isActive, lowStockAt];
}

/** Vouchers that are reserved for pending payments. */
export async function countReserved(db: Db, product: InternetProductRow): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from product_codes
     where company_id = $1 and product_id = $2 and state = 'reserved'`,
    [product.company_id, product.id],
  );
  return row?.count ?? 0;
}

/** Its vouchers stay listed under its code, but cannot be sold. */
export async function deleteProduct(db: Db, product: InternetProductRow): Promise<void> {
  await db.rows(
    `update internet_products set deleted_at = now(), updated_at = now()
     where company_id = $1 and id = $2`,
    [product.company_id, product.id],
  );
}
