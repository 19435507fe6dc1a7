import { internetProducts, type InternetProduct } from '@sente/contract/internet-products';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { forForms } from '../../api/query-options.ts';
import { invalidFormat, readList } from '../../api/read.ts';

/** Empty means all. */
export const productStatuses = ['', 'active', 'inactive'] as const;

/** The filters of the list; the address has all of them. */
interface ProductFilters {
  readonly search: string;
  readonly status: (typeof productStatuses)[number];
}

type ProductBody = BodyInputOf<typeof internetProducts.create>;
type ChangedProduct = BodyInputOf<typeof internetProducts.update>;

/** The beginning of every key about product codes, which carry the code of their product. */
export const productCodesKey = ['product-codes'] as const;

export const fetchFailure = 'Failed to fetch internet products';

export const internetProductQueries = {
  lists: ['internet-products', 'list'] as const,
  list: (companyId: string, filters: ProductFilters) =>
    queryOptions({
      queryKey: [...internetProductQueries.lists, companyId, filters],
      queryFn: ({ signal }) => fetchList(companyId, filters, signal),
      placeholderData: keepPreviousData,
    }),
  /** Products that codes can be uploaded for. */
  active: (companyId: string) =>
    queryOptions({
      queryKey: [...internetProductQueries.lists, companyId, 'active'],
      queryFn: async ({ signal }) => {
        const { data } = await call(internetProducts.activeOfCompany, {
          params: { companyId },
          signal,
          read: readList(fetchFailure),
        });
        return data;
      },
    }),
  allDetails: ['internet-products', 'details'] as const,
  details: (id: string) =>
    queryOptions({
      queryKey: [...internetProductQueries.allDetails, id],
      queryFn: ({ signal }) => fetchProduct(id, signal),
    }),
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['internet-products', 'to-edit', id],
      queryFn: ({ signal }) => fetchProduct(id, signal),
      ...forForms,
    }),
};

async function fetchList(
  companyId: string,
  { search, status }: ProductFilters,
  signal: AbortSignal,
): Promise<readonly InternetProduct[]> {
  const { data } = await call(internetProducts.ofCompany, {
    params: { companyId },
    query: {
      search: search.trim() || undefined,
      active: status === '' ? undefined : status === 'active' ? 'true' : 'false',
    },
    signal,
    read: readList(fetchFailure),
  });
  return data;
}

async function fetchProduct(id: string, signal: AbortSignal): Promise<InternetProduct> {
  const { data } = await call(internetProducts.get, { params: { id }, signal });
  if (!isRecord(data) || typeof data['recordId'] !== 'string') throw invalidFormat(200);
  return data;
}

export function useCreateProduct() {
  return useChange({
    send: (body: ProductBody) => call(internetProducts.create, { body }),
    invalidates: [internetProductQueries.lists],
  });
}

export function useUpdateProduct(id: string) {
  return useChange({
    send: (body: ChangedProduct) => call(internetProducts.update, { params: { id }, body }),
    invalidates: [
      internetProductQueries.lists,
      productCodesKey,
      internetProductQueries.details(id).queryKey,
    ],
  });
}

export function useDeleteProduct() {
  return useChange({
    send: (id: string) => call(internetProducts.remove, { params: { id } }),
    invalidates: [internetProductQueries.lists],
    removes: (id) => internetProductQueries.details(id).queryKey,
  });
}
