import { productCodes } from '@sente/contract/product-codes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callUpload } from '../../api/call-upload.ts';
import { call } from '../../api/call.ts';
import { readList } from '../../api/read.ts';
import {
  internetProductQueries,
  productCodesKey,
} from '../internet-products/internet-product-queries.ts';
import { toBase64 } from './code-file-check.ts';
import { listOfAll, type CodeFilters, type CodeList } from './product-code-list.ts';

export const fetchCodesFailure = 'Failed to fetch product codes';

export const productCodeQueries = {
  list: (companyId: string, filters: CodeFilters) =>
    queryOptions({
      queryKey: [...productCodesKey, 'list', companyId, filters],
      queryFn: ({ signal }) => fetchList(companyId, filters, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchList(
  companyId: string,
  filters: CodeFilters,
  signal: AbortSignal,
): Promise<CodeList> {
  const { search, status, productType } = filters;
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
  return meta ? { codes: data, ...meta } : listOfAll(data, filters);
}

interface Upload {
  /** The code of the internet product. */
  readonly product: string;
  readonly content: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (sentFraction: number) => void;
}

export function useUploadCodes(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ product, content, signal, onProgress }: Upload) => {
      const base64CsvFile = await toBase64(content);
      const body = { companyId, base64CsvFile, product };
      return callUpload(productCodes.upload, { body, signal, onProgress });
    },
    // Whatever came back: of an answer that was lost nobody knows what became of it.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: productCodesKey });
      // Stock is told with the products.
      void client.invalidateQueries({ queryKey: internetProductQueries.lists });
      void client.invalidateQueries({ queryKey: internetProductQueries.allDetails });
    },
  });
}
