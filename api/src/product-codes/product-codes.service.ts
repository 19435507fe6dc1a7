import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import type { CodeState, ProductCode, productCodes } from '@sente/contract/product-codes';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { holdProductForCodes } from '../internet-products/internet-products.service.ts';
import { audit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { maskVoucher, openVoucher } from '../security/vouchers.ts';
import { selectCodes } from './code-selection.ts';
import {
  findCode,
  listCodes,
  lockCode,
  moveCode,
  withdrawCode,
  type ProductCodeRow,
} from './product-codes.queries.ts';
import { createUploadService, type UploadService } from './upload.service.ts';

type ListQuery = QueryOf<typeof productCodes.ofCompany>;
type ListMeta = MetaOf<typeof productCodes.ofCompany>;

/** A code of a company. */
export interface CodeRef {
  readonly companyId: string;
  readonly codeId: string;
}

export interface ProductCodesService extends UploadService {
  ofCompany(
    actor: Actor,
    companyId: string,
    query: ListQuery,
  ): Promise<{ data: ProductCode[]; meta: ListMeta }>;
  get(actor: Actor, ref: CodeRef): Promise<ProductCode>;
  /** In clear. The audit log says who saw which code, but not the code. */
  reveal(actor: Actor, ref: CodeRef): Promise<ReplyOf<typeof productCodes.reveal>>;
  withdraw(
    actor: Actor,
    ref: CodeRef,
    body: BodyOf<typeof productCodes.withdraw>,
  ): Promise<ProductCode>;
  move(actor: Actor, ref: CodeRef, body: BodyOf<typeof productCodes.move>): Promise<ProductCode>;
}

export function createProductCodesService(database: Database, sealer: Sealer): ProductCodesService {
  return {
    ...createUploadService(database, sealer),

    ofCompany: (actor, companyId, query) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        return readList(db, mayReveal(actor) ? sealer : null, companyId, query);
      }),

    get: (actor, ref) =>
      database.within(actor.scope, async (db) => toProductCode(await requireCode(db, ref))),

    reveal: (actor, ref) =>
      database.within(actor.scope, async (db) => {
        const row = await requireCode(db, ref);
        const opened = openVoucher(sealer, row);
        if ('unreadable' in opened) throw new AppError('refused', { message: unreadableText });
        await audit(db, actor, entryOf('productCodes.reveal', row));
        return { record_id: row.id, code: opened.secret };
      }),

    withdraw: (actor, ref, { reason }) =>
      database.within(actor.scope, async (db) => {
        const row = await requireUnsold(db, ref);
        await withdrawCode(db, row, actor.userId, reason);
        await audit(db, actor, entryOf('productCodes.withdraw', row, { reason }));
        return toProductCode(await requireCode(db, ref));
      }),

    move: (actor, ref, { product: productCode }) =>
      database.within(actor.scope, async (db) => {
        const product = await holdProductForCodes(db, ref.companyId, productCode);
        const row = await requireUnsold(db, ref);
        if (row.product_id === product.id) return toProductCode(row);
        await moveCode(db, row, product.id);
        await audit(db, actor, entryOf('productCodes.move', row, { movedTo: product.code }));
        return toProductCode(await requireCode(db, ref));
      }),
  };
}

const unreadableText =
  'This code was encrypted with a key that the server does not have now. Put that key back into the ring.';

/** Whoever may not see codes could guess them by searching. */
function mayReveal({ isStaff, permissions }: Actor): boolean {
  return permissions.has(isStaff ? 'staffMoney' : 'canRevealCodes');
}

async function readList(
  db: Db,
  sealer: Sealer | null,
  companyId: string,
  query: ListQuery,
): Promise<{ data: ProductCode[]; meta: ListMeta }> {
  const { selection, counts, isFoundByCode, productTypes } = await selectCodes(
    db,
    sealer,
    companyId,
    query,
  );
  if (counts === null) {
    const data = (
      await listCodes(db, selection, {
        offset: 0,
        limit: selection.ids?.length ?? 0,
        isFromEnd: false,
      })
    ).map(toProductCode);
    const paging = pagingOf({ ...query, page: 1 }, data.length);
    return { data, meta: { ...paging, ...countsOf(data), isFoundByCode, productTypes } };
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const paging = pagingOf(query, total);
  const before = (paging.page - 1) * paging.pageSize;
  const limit = Math.min(paging.pageSize, total - before);
  const isFromEnd = before > total / 2;
  const offset = isFromEnd ? total - before - limit : before;
  const rows = limit > 0 ? await listCodes(db, selection, { offset, limit, isFromEnd }) : [];
  return {
    data: rows.map(toProductCode),
    meta: {
      ...paging,
      availableCount: counts.free,
      reservedCount: counts.reserved,
      usedCount: counts.used,
      withdrawnCount: counts.withdrawn,
      isFoundByCode,
      productTypes,
    },
  };
}

function countsOf(codes: readonly ProductCode[]) {
  const count = (wanted: CodeState) => codes.filter(({ state }) => state === wanted).length;
  return {
    availableCount: count('free'),
    reservedCount: count('reserved'),
    usedCount: count('used'),
    withdrawnCount: count('withdrawn'),
  };
}

async function requireCode(db: Db, { companyId, codeId }: CodeRef): Promise<ProductCodeRow> {
  const row = await findCode(db, companyId, codeId);
  if (!row) throw notFound('Product code not found');
  return row;
}

/** Locked, so that it cannot be sold until this transaction ends. */
async function requireUnsold(db: Db, { companyId, codeId }: CodeRef): Promise<ProductCodeRow> {
  const row = await lockCode(db, companyId, codeId);
  if (!row) throw notFound('Product code not found');
  if (row.state === 'free') return row;
  throw new AppError('refused', { message: unsoldTexts[row.state] });
}

const unsoldTexts: Record<Exclude<CodeState, 'free'>, string> = {
  reserved: 'This code is reserved for a payment that is under way. Try again when it has ended.',
  used: 'This code was sold already.',
  withdrawn: 'This code was withdrawn already.',
};

/** Under the company, whose history shows it. Names the code by its id and mask, never in clear. */
function entryOf(action: string, row: ProductCodeRow, details: Record<string, unknown> = {}) {
  return {
    action,
    subject: { type: 'companies', id: row.company_id },
    companyId: row.company_id,
    details: {
      codeId: row.id,
      voucher: maskVoucher(row),
      productCode: row.product_code,
      ...(row.payment_id && { paymentId: row.payment_id }),
      ...details,
    },
  };
}

/** A reserved code is not used yet: the payer may still decline. */
function toProductCode(row: ProductCodeRow): ProductCode {
  return {
    record_id: row.id,
    code: maskVoucher(row),
    product_type: row.product_code,
    product_id: row.product_id,
    record_date: row.created_at.toISOString(),
    used: row.state === 'used' ? '1' : '0',
    used_date: row.used_at?.toISOString() ?? null,
    state: row.state,
    batch_id: row.batch_id,
    payment_id: row.payment_id,
    withdrawn_date: row.withdrawn_at?.toISOString() ?? null,
    withdrawn_by: row.withdrawn_by_name,
    withdrawn_reason: row.withdrawn_reason,
  };
}
