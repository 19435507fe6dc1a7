import { productCodes } from '@sente/contract/product-codes';
import { voucherBatches, type VoucherBatch } from '@sente/contract/voucher-batches';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { changedByCodes } from './product-code-queries.ts';

export const batchesPerPage = 25;

export const voucherBatchQueries = {
  /** Of all products without one. */
  list: (companyId: string, page: number, productId?: string) =>
    queryOptions({
      queryKey: keys.productCodes.batches(companyId, { page, productId }),
      queryFn: async ({ signal }): Promise<ListPage<VoucherBatch>> => {
        const query = { page: String(page), pageSize: String(batchesPerPage), productId };
        const { data, meta } = await call(voucherBatches.ofCompany, {
          params: { companyId },
          query,
          signal,
        });
        return { ...wholeList(data), ...meta };
      },
      placeholderData: keepPreviousData,
    }),
  get: (companyId: string, batchId: string) =>
    queryOptions({
      queryKey: keys.productCodes.batch(companyId, batchId),
      queryFn: async ({ signal }) =>
        (await call(voucherBatches.get, { params: { companyId, batchId }, signal })).data,
    }),
};

/** Unsold codes that can be changed: one, or all of an upload. */
export type CodesToChange =
  | { readonly kind: 'code'; readonly id: string; readonly name: string; readonly product: string }
  | {
      readonly kind: 'batch';
      readonly id: string;
      readonly name: string;
      readonly product: string;
      readonly left: number;
      readonly reserved: number;
    };

interface Withdrawal {
  readonly codes: CodesToChange;
  readonly reason: string;
}

/** Somebody may have bought it meanwhile, so the list is read again after a refusal too. */
const after = ['success', 'outdated', 'unanswered'] as const;

export function useWithdrawCodes(companyId: string) {
  return useChange({
    send: async ({ codes: { kind, id }, reason }: Withdrawal) => {
      const body = { reason };
      const { message } =
        kind === 'code'
          ? await call(productCodes.withdraw, { params: { companyId, codeId: id }, body })
          : await call(voucherBatches.withdraw, { params: { companyId, batchId: id }, body });
      return message;
    },
    invalidates: changedByCodes,
    after,
  });
}

interface Move {
  readonly codes: CodesToChange;
  /** The code of the internet product. */
  readonly product: string;
}

export function useMoveCodes(companyId: string) {
  return useChange({
    send: async ({ codes: { kind, id }, product }: Move) => {
      const body = { product };
      const { message } =
        kind === 'code'
          ? await call(productCodes.move, { params: { companyId, codeId: id }, body })
          : await call(voucherBatches.move, { params: { companyId, batchId: id }, body });
      return message;
    },
    invalidates: changedByCodes,
    after,
  });
}
