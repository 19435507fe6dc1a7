import type { ProductCode } from '@sente/contract/product-codes';
import type { VoucherBatch } from '@sente/contract/voucher-batches';

export const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** An available code of the product DAY-1; a test may serve what no server sends. */
export function aCode(n: number, more: Partial<Record<keyof ProductCode, unknown>> = {}) {
  return {
    record_id: idOf(n),
    code: `•••A${n}`,
    product_type: 'DAY-1',
    record_date: '2026-01-05T10:00:00.000Z',
    used: '0',
    used_date: null,
    product_id: idOf(77),
    state: 'free',
    batch_id: idOf(88),
    payment_id: null,
    withdrawn_date: null,
    withdrawn_by: null,
    withdrawn_reason: null,
    ...more,
  };
}

/** The totals of a list of available codes. */
export function codeTotals(totalCount: number, more: object = {}): object {
  return {
    totalCount,
    totalPages: 1,
    page: 1,
    pageSize: 25,
    availableCount: totalCount,
    reservedCount: 0,
    usedCount: 0,
    withdrawnCount: 0,
    isFoundByCode: false,
    productTypes: ['DAY-1', 'WEEK'],
    ...more,
  };
}

export function aBatch(more: Partial<VoucherBatch> = {}): VoucherBatch {
  return {
    id: idOf(88),
    productId: idOf(77),
    productType: 'DAY-1',
    fileName: 'march.csv',
    uploadedBy: 'Grace Nakato',
    uploadedAt: '2026-01-05T10:00:00.000Z',
    count: 100,
    left: 58,
    reserved: 2,
    sold: 30,
    withdrawn: 10,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawnReason: null,
    ...more,
  };
}
