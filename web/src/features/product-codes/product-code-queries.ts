import type { DoubtfulAnswer } from '@sente/contract/code-file';
import { productCodes, type CodeState, type ProductCode } from '@sente/contract/product-codes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callUpload } from '../../api/call-upload.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { type ListPage, wholeList } from '../../api/query-options.ts';
import { readList } from '../../api/read.ts';
import { toBase64 } from './code-file-check.ts';

export const codeStatuses = ['all', 'used', 'unused', 'reserved', 'withdrawn'] as const;
type CodeStatus = (typeof codeStatuses)[number];

export const codesPerPage = 25;

/** The filters of the list; all are in the address. */
interface CodeRequest {
  readonly search: string;
  readonly status: CodeStatus;
  /** Empty for all products. */
  readonly productType: string;
  /** The id of an upload; empty for all. */
  readonly batch: string;
  readonly page: number;
}

/** A page of the list, and its totals. */
export interface CodeList extends ListPage<ProductCode> {
  /** Sellable codes, as in the stock of the products. */
  readonly availableCount: number;
  /** Reserved: its payer has been prompted. */
  readonly reservedCount: number;
  readonly withdrawnCount: number;
  /** The search text is the code that was found. */
  readonly isFoundByCode: boolean;
  readonly productTypes: readonly string[];
}

/** The flag has four spellings. */
export function isUsed({ used }: { readonly used: unknown }): boolean {
  return used === 1 || used === '1' || used === true || used === 'true';
}

/** From the flag alone if the server does not send the state. */
export function stateOf(code: ProductCode): CodeState {
  return (code.state as CodeState | undefined) ?? (isUsed(code) ? 'used' : 'free');
}

export const fetchCodesFailure = 'Failed to fetch product codes';

export const productCodeQueries = {
  list: (companyId: string, request: CodeRequest) =>
    queryOptions({
      queryKey: keys.productCodes.list(companyId, request),
      queryFn: ({ signal }) => fetchList(companyId, request, signal),
      placeholderData: keepPreviousData,
    }),
  get: (companyId: string, codeId: string) =>
    queryOptions({
      queryKey: keys.productCodes.details(companyId, codeId),
      queryFn: async ({ signal }) =>
        (await call(productCodes.get, { params: { companyId, codeId }, signal })).data,
    }),
};

const filterOf: Record<CodeStatus, { used?: 'true' | 'false'; state?: CodeState }> = {
  all: {},
  used: { used: 'true' },
  unused: { state: 'free' },
  reserved: { state: 'reserved' },
  withdrawn: { state: 'withdrawn' },
};

async function fetchList(
  companyId: string,
  { search, status, productType, batch, page }: CodeRequest,
  signal: AbortSignal,
): Promise<CodeList> {
  const { data, meta } = await call(productCodes.ofCompany, {
    params: { companyId },
    query: {
      search: search.trim() || undefined,
      ...filterOf[status],
      productType: productType || undefined,
      batchId: batch || undefined,
      page: String(page),
      pageSize: String(codesPerPage),
    },
    signal,
    read: readList(fetchCodesFailure),
  });
  const counted = {
    availableCount: data.filter((code) => stateOf(code) === 'free').length,
    reservedCount: 0,
    withdrawnCount: 0,
    isFoundByCode: false,
    productTypes: [...new Set(data.map((code) => code.product_type))].toSorted(),
  };
  return { ...wholeList(data), ...counted, ...meta };
}

/** The stock is shown with the products. */
export const changedByCodes = [
  keys.productCodes.all,
  keys.internetProducts.lists,
  keys.internetProducts.allDetails,
];

export interface Upload {
  /** The code of the internet product. */
  readonly product: string;
  readonly content: Blob;
  readonly fileName: string;
  readonly doubtfulLines: DoubtfulAnswer | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (sentFraction: number) => void;
}

export function useUploadCodes(companyId: string) {
  return useChange({
    send: async ({ content, signal, onProgress, ...fields }: Upload) => {
      const base64CsvFile = await toBase64(content);
      const body = { companyId, base64CsvFile, ...fields };
      return callUpload(productCodes.upload, { body, signal, onProgress });
    },
    invalidates: changedByCodes,
    // The codes may be stored although the answer was lost.
    after: ['success', 'failure'],
    waits: false,
  });
}

/** One code, for the dialog that withdraws or moves it. */
export function codeToChange({ record_id, code, product_type }: ProductCode) {
  return { kind: 'code', id: record_id, name: code, product: product_type } as const;
}
