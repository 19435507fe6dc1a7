import type { CodeState } from '@sente/contract/product-codes';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { voucherColumns, type StoredVoucher } from '../security/vouchers.ts';

export interface ProductCodeRow extends StoredVoucher {
  readonly product_id: string;
  readonly product_code: string;
  readonly created_at: Date;
  readonly state: CodeState;
  readonly used_at: Date | null;
  readonly batch_id: string | null;
  readonly payment_id: string | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawn_by_name: string | null;
  readonly withdrawn_reason: string | null;
}

const columns = `${voucherColumns}, c.product_id, p.code as product_code, c.created_at, c.state,
  c.used_at, c.batch_id, c.payment_id, c.withdrawn_at, c.withdrawn_reason,
  nullif(concat_ws(' ', w.first_name, w.last_name), '') as withdrawn_by_name`;

/** Codes of deleted products stay listed. */
const joins = `join internet_products p on p.company_id = c.company_id and p.id = c.product_id
  left join users w on w.id = c.withdrawn_by`;

export function findCode(
  db: Db,
  companyId: string,
  codeId: string,
): Promise<ProductCodeRow | undefined> {
  return db.row<ProductCodeRow>(
    `select ${columns} from product_codes c ${joins} where c.company_id = $1 and c.id = $2`,
    [companyId, codeId],
  );
}

/** Which codes are listed. */
export interface CodeSelection {
  readonly companyId: string;
  /** Exactly these, if they match the rest; null for all. */
  readonly ids: readonly string[] | null;
  readonly productIds: readonly string[];
  readonly states: readonly CodeState[];
  readonly batch: BatchRange | null;
  /** Codes that end so, in any of `hintedProductIds`, are listed besides those of the products. */
  readonly hints: readonly string[] | null;
  readonly hintedProductIds: readonly string[];
  /** Products and states restrict nothing. */
  readonly isWhole: boolean;
  /** Used codes only: the last used first. */
  readonly isByUse: boolean;
}

export interface BatchRange {
  readonly id: string;
  readonly first_number: string;
  readonly last_number: string;
}

export interface CodePage {
  readonly offset: number;
  readonly limit: number;
  /** From the oldest on: fewer are skipped if the page is in the second half. */
  readonly isFromEnd: boolean;
}

/**
 * Newest first, used ones by when they were used. The numbers of a page come from an index alone, so that a page deep in a million codes
 * is found without reading them. Its rows are read by a statement of their own: in one, a planner
 * without statistics, right after a large upload, would read the table once for each.
 */
export async function listCodes(
  db: Db,
  selection: CodeSelection,
  page: CodePage,
): Promise<ProductCodeRow[]> {
  const values: unknown[] = [selection.companyId];
  const param: Param = (value) => `$${values.push(value)}`;
  const numbers = await db.rows<{ number: string }>(
    `select number from (${numbersOf(selection, page, param)}) every
     order by ${orderOf(selection, 'every', page.isFromEnd)}
     offset ${param(page.offset)} limit ${param(page.limit)}`,
    values,
  );
  return db.rows<ProductCodeRow>(
    `select ${columns} from product_codes c ${joins}
     where c.company_id = $1 and c.number = any($2::bigint[])
     order by ${orderOf(selection, 'c', false)}`,
    [selection.companyId, plainArray(numbers.map(({ number }) => number))],
  );
}

/** Several codes may be used in the same moment. */
function orderOf({ isByUse }: CodeSelection, row: string, isFromEnd: boolean): string {
  const keys = isByUse ? ['used_at', 'number'] : ['number'];
  return keys.map((key) => `${row}.${key} ${isFromEnd ? 'asc' : 'desc'}`).join(', ');
}

type Param = (value: unknown) => string;

function numbersOf(selection: CodeSelection, page: CodePage, param: Param): string {
  const { ids, batch, hints, isWhole, isByUse } = selection;
  // The index of used codes needs the word itself.
  const ofCompany = isByUse
    ? `select c.number, c.used_at from product_codes c where c.company_id = $1 and c.state = 'used'`
    : 'select c.number from product_codes c where c.company_id = $1';
  if (isWhole && !ids && !batch) return ofCompany;
  const states = param(textArray(selection.states));
  const products = param(plainArray(selection.productIds));
  const hinted =
    hints === null
      ? null
      : `c.hint = any(${param(textArray(hints))}::text[]) and c.state = any(${states}::text[])
         and c.product_id = any(${param(plainArray(selection.hintedProductIds))}::uuid[])`;
  if (ids || batch) {
    const filters = [
      `(c.product_id = any(${products}::uuid[]) and c.state = any(${states}::text[])
        ${hinted === null ? '' : `or (${hinted})`})`,
      ...(ids ? [`c.id = any(${param(plainArray(ids))}::uuid[])`] : []),
      ...(batch
        ? [
            `c.batch_id = ${param(batch.id)}
             and c.number between ${param(batch.first_number)} and ${param(batch.last_number)}`,
          ]
        : []),
    ];
    return `${ofCompany} and ${filters.join(' and ')}`;
  }
  const ofProducts = `select found.*
    from unnest(${products}::uuid[]) product(id) cross join unnest(${states}::text[]) each(state)
    cross join lateral (
      ${ofCompany} and c.product_id = product.id and c.state = each.state
      order by ${orderOf(selection, 'c', page.isFromEnd)} limit ${param(page.offset + page.limit)}
    ) found`;
  return hinted === null ? ofProducts : `${ofProducts} union ${ofCompany} and ${hinted}`;
}

/** The code itself, in any of these spellings. */
export function findByCode(
  db: Db,
  companyId: string,
  spellings: readonly string[],
  hashes: readonly string[],
): Promise<{ id: string }[]> {
  return db.rows<{ id: string }>(
    `select id from product_codes where company_id = $1 and code_hash = any($2::text[])
     union all
     select id from product_codes where company_id = $1 and code = any($3::text[])`,
    [companyId, textArray(hashes), textArray(spellings)],
  );
}

export interface CodeCount {
  readonly product_id: string;
  readonly state: CodeState;
  readonly count: number;
}

/** By product and state, from the counters. */
export function countCodes(
  db: Db,
  companyId: string,
  batchId: string | null,
): Promise<(CodeCount & { readonly all: number })[]> {
  return db.rows(
    `select product_id, state, sum(count)::int as "all",
       coalesce(sum(count) filter (where $2::uuid is null or batch_id = $2), 0)::int as count
     from voucher_counts where company_id = $1 group by product_id, state`,
    [companyId, batchId],
  );
}

/** Of the selected products, those whose hint is the search text. */
export function countHinted(db: Db, selection: CodeSelection): Promise<CodeCount[]> {
  return db.rows<CodeCount>(
    `select c.product_id, c.state, count(*)::int as count from product_codes c
     where c.company_id = $1 and c.hint = any($2::text[]) and c.product_id = any($3::uuid[])
       and c.product_id <> all($4::uuid[]) and ($5::uuid is null or c.batch_id = $5)
     group by c.product_id, c.state`,
    [
      selection.companyId,
      textArray(selection.hints ?? []),
      plainArray(selection.hintedProductIds),
      plainArray(selection.productIds),
      selection.batch?.id ?? null,
    ],
  );
}

/** Deleted or not. A new product may reuse the code of a deleted one. */
export function listProductCodes(
  db: Db,
  companyId: string,
): Promise<{ id: string; code: string }[]> {
  return db.rows(
    'select id, code from internet_products where company_id = $1 order by code collate "C", id',
    [companyId],
  );
}

/** Locks it, so that it is not sold meanwhile. */
export async function lockCode(
  db: Db,
  companyId: string,
  codeId: string,
): Promise<ProductCodeRow | undefined> {
  await db.rows('select 1 from product_codes where company_id = $1 and id = $2 for update', [
    companyId,
    codeId,
  ]);
  return findCode(db, companyId, codeId);
}

export async function withdrawCode(
  db: Db,
  code: ProductCodeRow,
  userId: string,
  reason: string,
): Promise<void> {
  await db.rows(
    `update product_codes set state = 'withdrawn', withdrawn_at = now(), withdrawn_by = $3,
       withdrawn_reason = $4
     where company_id = $1 and id = $2 and state = 'free'`,
    [code.company_id, code.id, userId, reason],
  );
}

export async function moveCode(db: Db, code: ProductCodeRow, productId: string): Promise<void> {
  await db.rows(
    `update product_codes set product_id = $3
     where company_id = $1 and id = $2 and state = 'free'`,
    [code.company_id, code.id, productId],
  );
}
