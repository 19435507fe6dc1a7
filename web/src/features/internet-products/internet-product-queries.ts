import { internetProducts, type InternetProduct } from '@sente/contract/internet-products';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { forForms } from '../../api/query-options.ts';
import { invalidFormat, readList } from '../../api/read.ts';

/** Empty means all. */
export const productStatuses = ['', 'active', 'inactive'] as const;

/** The filters of the list; all are in the address. */
interface ProductFilters {
  readonly search: string;
  readonly status: (typeof productStatuses)[number];
}

type ProductBody = BodyInputOf<typeof internetProducts.create>;
type ChangedProduct = BodyInputOf<typeof internetProducts.update>;

export const fetchFailure = 'Failed to fetch internet products';

export const internetProductQueries = {
  list: (companyId: string, filters: ProductFilters) =>
    queryOptions({
      queryKey: keys.internetProducts.list(companyId, filters),
      queryFn: ({ signal }) => fetchList(companyId, filters, signal),
      placeholderData: keepPreviousData,
    }),
  /** Products that codes can be uploaded for. */
  active: (companyId: string) =>
    queryOptions({
      queryKey: keys.internetProducts.active(companyId),
      queryFn: async ({ signal }) => {
        const { data } = await call(internetProducts.activeOfCompany, {
          params: { companyId },
          signal,
          read: readList(fetchFailure),
        });
        return data;
      },
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.internetProducts.details(id),
      queryFn: ({ signal }) => fetchProduct(id, signal),
    }),
  figures: (id: string) =>
    queryOptions({
      queryKey: keys.internetProducts.figures(id),
      queryFn: async ({ signal }) => {
        const { data } = await call(internetProducts.figures, { params: { id }, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
    }),
  toEdit: (id: string) =>
    queryOptions({
      queryKey: keys.internetProducts.toEdit(id),
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
    invalidates: [keys.internetProducts.lists],
  });
}

export function useUpdateProduct(id: string) {
  return useChange({
    send: (body: ChangedProduct) => call(internetProducts.update, { params: { id }, body }),
    // The codes contain the code of their product.
    invalidates: [keys.internetProducts.lists, keys.productCodes.all],
    refetches: [keys.internetProducts.details(id)],
    edits: keys.internetProducts.toEdit(id),
  });
}

export function useDeleteProduct() {
  return useChange({
    send: (id: string) => call(internetProducts.remove, { params: { id } }),
    invalidates: [keys.internetProducts.lists],
    removes: keys.internetProducts.details,
  });
}
