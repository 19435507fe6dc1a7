import type { Db } from '../db/database.ts';

export interface BatchRow {
  readonly company_id: string;
  readonly id: string;
  readonly product_id: string;
  readonly product_code: string;
  readonly file_name: string | null;
  readonly uploaded_by_name: string | null;
  readonly created_at: Date;
  readonly first_number: string;
  readonly last_number: string;
  readonly free: number;
  readonly reserved: number;
  readonly used: number;
  readonly withdrawn: number;
  readonly withdrawn_at: Date | null;
  readonly withdrawn_by_name: string | null;
  readonly withdrawn_reason: string | null;
}

const select = `select b.company_id, b.id, b.product_id, p.code as product_code, b.file_name,
    b.created_at, b.first_number, b.last_number, n.free, n.reserved, n.used, n.withdrawn,
    b.withdrawn_at, b.withdrawn_reason,
    nullif(concat_ws(' ', u.first_name, u.last_name), '') as uploaded_by_name,
    nullif(concat_ws(' ', w.first_name, w.last_name), '') as withdrawn_by_name
  from voucher_batches b
  join internet_products p on p.company_id = b.company_id and p.id = b.product_id
  left join users u on u.id = b.uploaded_by
  left join users w on w.id = b.withdrawn_by
  cross join lateral (
    select coalesce(sum(count) filter (where state = 'free'), 0)::int as free,
      coalesce(sum(count) filter (where state = 'reserved'), 0)::int as reserved,
      coalesce(sum(count) filter (where state = 'used'), 0)::int as used,
      coalesce(sum(count) filter (where state = 'withdrawn'), 0)::int as withdrawn
    from voucher_counts c where c.company_id = b.company_id and c.batch_id = b.id
  ) n
  where b.company_id = $1`;

/** Those of a company, or of one product. */
export interface BatchesOf {
  readonly companyId: string;
  readonly productId: string | null;
}

/** Newest first. */
export function listBatches(
  db: Db,
  { companyId, productId }: BatchesOf,
  offset: number,
  limit: number,
): Promise<BatchRow[]> {
  return db.rows<BatchRow>(
    `${select} and ($4::uuid is null or b.product_id = $4)
     order by b.created_at desc, b.id desc offset $2 limit $3`,
    [companyId, offset, limit, productId],
  );
}

export async function countBatches(db: Db, { companyId, productId }: BatchesOf): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from voucher_batches
     where company_id = $1 and ($2::uuid is null or product_id = $2)`,
    [companyId, productId],
  );
  return row?.count ?? 0;
}

export function findBatch(db: Db, companyId: string, id: string): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(`${select} and b.id = $2`, [companyId, id]);
}

/** Until this transaction ends, no reservation of it is released and nobody else changes it. */
export async function lockBatch(
  db: Db,
  companyId: string,
  id: string,
): Promise<BatchRow | undefined> {
  await db.rows('select 1 from voucher_batches where company_id = $1 and id = $2 for update', [
    companyId,
    id,
  ]);
  return findBatch(db, companyId, id);
}

/** Codes in clear get their batch when they are encrypted, so no batch of the company is complete. */
export async function hasClearCodes(db: Db, companyId: string): Promise<boolean> {
  const row = await db.row(
    'select 1 from product_codes where key_name is null and company_id = $1 limit 1',
    [companyId],
  );
  return row !== undefined;
}

/** The range keeps it from reading the company's other codes. */
const ofBatch = `company_id = $1 and batch_id = $2 and number between $3 and $4 and state = 'free'`;

function rangeOf({ company_id, id, first_number, last_number }: BatchRow): unknown[] {
  return [company_id, id, first_number, last_number];
}

export interface Withdrawal {
  readonly userId: string;
  readonly reason: string;
}

/** A code that is being paid for now is withdrawn later, if it is not sold. Returns how many were. */
export async function withdrawBatch(
  db: Db,
  batch: BatchRow,
  { userId, reason }: Withdrawal,
): Promise<number> {
  await db.rows(
    `update voucher_batches set withdrawn_at = now(), withdrawn_by = $3, withdrawn_reason = $4
     where company_id = $1 and id = $2`,
    [batch.company_id, batch.id, userId, reason],
  );
  const row = await db.row<{ count: number }>(
    `with withdrawn as (
       update product_codes set state = 'withdrawn', withdrawn_at = now(), withdrawn_by = $5,
         withdrawn_reason = $6
       where ${ofBatch} returning 1
     ) select count(*)::int as count from withdrawn`,
    [...rangeOf(batch), userId, reason],
  );
  return row?.count ?? 0;
}

/** Returns how many were moved. Those that were sold stay with the product that they were sold as. */
export async function moveBatch(db: Db, batch: BatchRow, productId: string): Promise<number> {
  await db.rows('update voucher_batches set product_id = $3 where company_id = $1 and id = $2', [
    batch.company_id,
    batch.id,
    productId,
  ]);
  const row = await db.row<{ count: number }>(
    `with moved as (
       update product_codes set product_id = $5 where ${ofBatch} returning 1
     ) select count(*)::int as count from moved`,
    [...rangeOf(batch), productId],
  );
  return row?.count ?? 0;
}

export interface NewBatch {
  readonly companyId: string;
  readonly id: string;
  readonly productId: string;
  readonly uploadedBy: string | null;
  readonly fileName: string | null;
  /** Now by default. */
  readonly createdAt?: Date;
}

/** The codes exist already: their numbers delimit the batch. */
export async function insertBatch(
  db: Db,
  batch: NewBatch,
  numbers: { readonly first: string; readonly last: string },
): Promise<void> {
  await db.rows(
    `insert into voucher_batches
       (company_id, id, product_id, uploaded_by, file_name, first_number, last_number, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now()))`,
    [
      batch.companyId,
      batch.id,
      batch.productId,
      batch.uploadedBy,
      batch.fileName,
      numbers.first,
      numbers.last,
      batch.createdAt ?? null,
    ],
  );
}
