import { productCodes, type ProductCode } from '@sente/contract/product-codes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callUpload } from '../../api/call-upload.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { toBase64 } from './code-file-check.ts';

export const codeStatuses = ['all', 'used', 'unused'] as const;
type CodeStatus = (typeof codeStatuses)[number];

/** The filters of the list; all are in the address. */
interface CodeFilters {
  readonly search: string;
  readonly status: CodeStatus;
  /** Empty for all products. */
  readonly productType: string;
}

/** The rows of the list, and its totals. */
export interface CodeList {
  readonly codes: readonly ProductCode[];
  readonly totalCount: number;
  /** Sellable codes, as in the stock of the products. */
  readonly availableCount: number;
  /** Reserved: its payer has been prompted. */
  readonly reservedCount: number;
  readonly productTypes: readonly string[];
}

/** The flag has four spellings. */
export function isUsed({ used }: { readonly used: unknown }): boolean {
  return used === 1 || used === '1' || used === true || used === 'true';
}

export const fetchCodesFailure = 'Failed to fetch product codes';

export const productCodeQueries = {
  list: (companyId: string, filters: CodeFilters) =>
    queryOptions({
      queryKey: keys.productCodes.list(companyId, filters),
      queryFn: ({ signal }) => fetchList(companyId, filters, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchList(
  companyId: string,
  { search, status, productType }: CodeFilters,
  signal: AbortSignal,
): Promise<CodeList> {
  const { data, meta } = await call(productCodes.ofCompany, {
    params: { companyId },
    query: {
      search: search.trim() || undefined,
      used: status === 'all' ? undefined : status === 'used' ? 'true' : 'false',
      productType: productType || undefined,
    },
    signal,
    read: readList(fetchCodesFailure),
  });
  const whole = {
    totalCount: data.length,
    availableCount: data.filter((code) => !isUsed(code)).length,
    reservedCount: 0,
    productTypes: [...new Set(data.map((code) => code.product_type))].toSorted(),
  };
  return { codes: data, ...whole, ...meta };
}

interface Upload {
  /** The code of the internet product. */
  readonly product: string;
  readonly content: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (sentFraction: number) => void;
}

export function useUploadCodes(companyId: string) {
  return useChange({
    send: async ({ product, content, signal, onProgress }: Upload) => {
      const base64CsvFile = await toBase64(content);
      const body = { companyId, base64CsvFile, product };
      return callUpload(productCodes.upload, { body, signal, onProgress });
    },
    // The stock is shown with the products.
    invalidates: [
      keys.productCodes.all,
      keys.internetProducts.lists,
      keys.internetProducts.allDetails,
    ],
    // The codes may be stored although the answer was lost.
    after: ['success', 'failure'],
    waits: false,
  });
}
