import { textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';

export interface ProductCodeRow {
  readonly id: string;
  readonly code: string;
  readonly product_code: string;
  readonly created_at: Date;
  readonly state: 'free' | 'reserved' | 'used';
  readonly used_at: Date | null;
}

export interface ProductCodeFilters {
  readonly companyId: string;
  readonly search: string;
  readonly isUsed: boolean | null;
  readonly productType: string;
}

/** Includes codes of deleted products. */
const filteredCodes = `product_codes c
  join internet_products p on p.company_id = c.company_id and p.id = c.product_id
  where c.company_id = $1
    and ($2 = '' or position(lower($2) in lower(c.code || chr(1) || p.code || chr(1) || c.id::text)) > 0)
    and ($3::boolean is null or (c.state = 'used') = $3)
    and ($4 = '' or lower(p.code) = lower($4))`;

function filterValues({ companyId, search, isUsed, productType }: ProductCodeFilters): unknown[] {
  return [companyId, search, isUsed, productType];
}

export function listCodes(
  db: Db,
  filters: ProductCodeFilters,
  limit: number,
): Promise<ProductCodeRow[]> {
  return db.rows<ProductCodeRow>(
    `select c.id, c.code, p.code as product_code, c.created_at, c.state, c.used_at
     from ${filteredCodes}
     order by c.number desc limit $5`,
    [...filterValues(filters), limit],
  );
}

export interface CodeCounts {
  readonly all: number;
  readonly free: number;
  readonly reserved: number;
}

export async function countCodes(db: Db, filters: ProductCodeFilters): Promise<CodeCounts> {
  const row = await db.row<CodeCounts>(
    `select count(*)::int as "all", count(*) filter (where c.state = 'free')::int as free,
       count(*) filter (where c.state = 'reserved')::int as reserved
     from ${filteredCodes}`,
    filterValues(filters),
  );
  return row ?? { all: 0, free: 0, reserved: 0 };
}

/** Deleted or not. A new product may reuse the code of a deleted one. */
export async function productTypesOf(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.rows<{ code: string }>(
    `select distinct p.code collate "C" as code from internet_products p
     where p.company_id = $1 and exists (
       select from product_codes c where c.company_id = p.company_id and c.product_id = p.id)
     order by 1`,
    [companyId],
  );
  return rows.map(({ code }) => code);
}

/** Serialises the uploads of one company, so that each sees the codes of the previous one. */
export async function beginUpload(db: Db, companyId: string): Promise<void> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    companyId,
    uploadLockKey,
  ]);
}

/** Arbitrary namespace of these advisory locks. */
const uploadLockKey = 7_368_304;

/** Which of these codes the company already has, for any product. */
export async function findStored(
  db: Db,
  companyId: string,
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    `select c.code from unnest($2::text[]) u(code)
     join product_codes c on c.company_id = $1 and c.code = u.code`,
    [companyId, textArray(codes)],
  );
  return new Set(rows.map(({ code }) => code));
}

/**
 * In the given order, in which they are sold. Sequential ids (a common prefix and the line) save a
 * fifth of the indexing time.
 */
export async function insertCodes(
  db: Db,
  companyId: string,
  productId: string,
  codes: readonly string[],
): Promise<void> {
  const beginning = uuidV7().replaceAll('-', '').slice(0, 24);
  await db.rows(
    `insert into product_codes (company_id, product_id, id, code)
     select $1, $2, ($4 || lpad(to_hex(u.place), 8, '0'))::uuid, u.code
     from unnest($3::text[]) with ordinality u(code, place) order by u.place`,
    [companyId, productId, textArray(codes), beginning],
  );
}
