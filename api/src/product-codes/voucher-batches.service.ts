import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { VoucherBatch, voucherBatches } from '@sente/contract/voucher-batches';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { holdProductForCodes } from '../internet-products/internet-products.service.ts';
import { audit } from '../security/audit.ts';
import {
  countBatches,
  findBatch,
  hasClearCodes,
  listBatches,
  lockBatch,
  moveBatch,
  withdrawBatch,
  type BatchRow,
} from './voucher-batches.queries.ts';

/** A batch of a company. */
export interface BatchRef {
  readonly companyId: string;
  readonly batchId: string;
}

interface Changed {
  readonly batch: VoucherBatch;
  /** How many codes changed. */
  readonly count: number;
}

export interface VoucherBatchesService {
  ofCompany(
    actor: Actor,
    companyId: string,
    query: QueryOf<typeof voucherBatches.ofCompany>,
  ): Promise<{ data: VoucherBatch[]; meta: MetaOf<typeof voucherBatches.ofCompany> }>;
  get(actor: Actor, ref: BatchRef): Promise<VoucherBatch>;
  withdraw(
    actor: Actor,
    ref: BatchRef,
    body: BodyOf<typeof voucherBatches.withdraw>,
  ): Promise<Changed>;
  move(actor: Actor, ref: BatchRef, body: BodyOf<typeof voucherBatches.move>): Promise<Changed>;
}

export function createVoucherBatchesService(database: Database): VoucherBatchesService {
  return {
    ofCompany: (actor, companyId, query) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        const of = { companyId, productId: query.productId ?? null };
        const meta = pagingOf(query, await countBatches(db, of));
        const { page, pageSize } = meta;
        const rows = await listBatches(db, of, (page - 1) * pageSize, pageSize);
        return { data: rows.map(toBatch), meta };
      }),

    get: (actor, { companyId, batchId }) =>
      database.within(actor.scope, async (db) =>
        toBatch(found(await findBatch(db, companyId, batchId))),
      ),

    withdraw: (actor, ref, { reason }) =>
      database.within(
        actor.scope,
        async (db) => {
          const batch = await requireUnsold(db, ref);
          const count = await withdrawBatch(db, batch, { userId: actor.userId, reason });
          await write(db, actor, batch, 'voucherBatches.withdraw', { codes: count, reason });
          return { batch: toBatch(found(await findBatch(db, ref.companyId, ref.batchId))), count };
        },
        'code upload',
      ),

    move: (actor, ref, { product: productCode }) =>
      database.within(
        actor.scope,
        async (db) => {
          const product = await holdProductForCodes(db, ref.companyId, productCode);
          const batch = await requireUnsold(db, ref);
          const count = await moveBatch(db, batch, product.id);
          await write(db, actor, batch, 'voucherBatches.move', {
            codes: count,
            movedTo: product.code,
          });
          return { batch: toBatch(found(await findBatch(db, ref.companyId, ref.batchId))), count };
        },
        'code upload',
      ),
  };
}

function found(batch: BatchRow | undefined): BatchRow {
  if (!batch) throw notFound('Batch not found');
  return batch;
}

/** Locked, with codes that can still be changed. */
async function requireUnsold(db: Db, { companyId, batchId }: BatchRef): Promise<BatchRow> {
  const batch = found(await lockBatch(db, companyId, batchId));
  if (batch.withdrawn_at) throw refused('This batch was withdrawn already.');
  if (await hasClearCodes(db, companyId)) {
    throw refused('The codes from before are still being encrypted. Try again in a few minutes.');
  }
  if (batch.free + batch.reserved === 0) {
    throw refused('No code of this batch is left: they were sold or withdrawn.');
  }
  return batch;
}

async function write(
  db: Db,
  actor: Actor,
  batch: BatchRow,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(db, actor, {
    action,
    subject: { type: 'companies', id: batch.company_id },
    companyId: batch.company_id,
    details: { batchId: batch.id, productCode: batch.product_code, ...details },
  });
}

function toBatch(row: BatchRow): VoucherBatch {
  return {
    id: row.id,
    productId: row.product_id,
    productType: row.product_code,
    fileName: row.file_name,
    uploadedBy: row.uploaded_by_name,
    uploadedAt: row.created_at.toISOString(),
    count: row.free + row.reserved + row.used + row.withdrawn,
    left: row.free,
    reserved: row.reserved,
    sold: row.used,
    withdrawn: row.withdrawn,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnBy: row.withdrawn_by_name,
    withdrawnReason: row.withdrawn_reason,
  };
}
