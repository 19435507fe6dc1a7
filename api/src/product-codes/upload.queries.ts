import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import type { SealedVoucher } from '../security/vouchers.ts';

/** Serialises the uploads of one company, so that each sees the codes of the previous one. */
export async function beginUpload(db: Db, companyId: string): Promise<void> {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    companyId,
    lockKeys.upload,
  ]);
}

/** Which of these hashes the company already has, for any product. */
export async function findStoredHashes(
  db: Db,
  companyId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ hash: string }>(
    `select u.hash from unnest($2::text[]) u(hash)
     join product_codes c on c.company_id = $1 and c.code_hash = u.hash`,
    [companyId, plainArray(hashes)],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** The same for codes that are not encrypted yet. */
export async function findStoredClear(
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

export interface CodesToInsert {
  readonly companyId: string;
  readonly productId: string;
  readonly batchId: string;
  readonly vouchers: readonly SealedVoucher[];
  /** Now by default. */
  readonly createdAt?: Date;
}

/** In the given order, in which they are sold. Returns the first and the last number. */
export async function insertCodes(
  db: Db,
  { companyId, productId, batchId, vouchers, createdAt }: CodesToInsert,
): Promise<{ first: string; last: string }> {
  const row = await db.row<{ first: string; last: string }>(
    `with added as (
       insert into product_codes
         (company_id, product_id, batch_id, created_at, id, sealed, key_name, code_hash, hint)
       select $1, $2, $3, coalesce($4, now()), u.id, decode(u.sealed, 'base64'), u.key_name, u.hash,
         u.hint
       from unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[])
         with ordinality u(id, sealed, key_name, hash, hint, place)
       order by u.place
       returning number
     ) select min(number) as first, max(number) as last from added`,
    [
      companyId,
      productId,
      batchId,
      createdAt ?? null,
      plainArray(vouchers.map(({ id }) => id)),
      plainArray(vouchers.map(({ sealed }) => sealed.toString('base64'))),
      plainArray(vouchers.map(({ keyName }) => keyName)),
      plainArray(vouchers.map(({ hash }) => hash)),
      textArray(vouchers.map(({ hint }) => hint)),
    ],
  );
  if (!row) throw new Error('The inserted codes have no numbers');
  return row;
}
