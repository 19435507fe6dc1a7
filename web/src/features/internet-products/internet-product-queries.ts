import { internetProducts, type InternetProduct } from '@sente/contract/internet-products';
import type { BodyInputOf } from '@sente/contract/endpoint';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { isNotFound, isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import { filterProducts, type ProductFilters } from './internet-product-list.ts';

type ProductBody = BodyInputOf<typeof internetProducts.create>;
type ChangedProduct = BodyInputOf<typeof internetProducts.update>;

/** Begins the keys of everything about product codes, which carry the code of their product. */
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
  /** What codes can be uploaded for. */
  active: (companyId: string) =>
    queryOptions({
      queryKey: [...internetProductQueries.lists, companyId, 'active'],
      queryFn: async ({ signal }) => {
        const { data } = await call(internetProducts.activeOfCompany, {
          params: { companyId },
          signal,
          read: readList(fetchFailure),
        });
        return filterProducts(data, { search: '', status: 'active' });
      },
    }),
  allDetails: ['internet-products', 'details'] as const,
  details: (id: string) =>
    queryOptions({
      queryKey: [...internetProductQueries.allDetails, id],
      queryFn: ({ signal }) => fetchProduct(id, signal),
    }),
  /** Fills the form: never taken from the cache, and not fetched again under the typing hands. */
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['internet-products', 'to-edit', id],
      queryFn: ({ signal }) => fetchProduct(id, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

async function fetchList(
  companyId: string,
  filters: ProductFilters,
  signal: AbortSignal,
): Promise<InternetProduct[]> {
  const { search, status } = filters;
  const { data } = await call(internetProducts.ofCompany, {
    params: { companyId },
    query: {
      search: search.trim() || undefined,
      active: status === '' ? undefined : status === 'active' ? 'true' : 'false',
    },
    signal,
    read: readList(fetchFailure),
  });
  return filterProducts(data, filters);
}

async function fetchProduct(id: string, signal: AbortSignal): Promise<InternetProduct> {
  const { data } = await call(internetProducts.get, { params: { id }, signal });
  if (!isRecord(data) || typeof data['recordId'] !== 'string') throw invalidFormat(200);
  return data;
}

export function useCreateProduct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProductBody) => call(internetProducts.create, { body }),
    onSuccess: () => refreshLists(client),
  });
}

export function useUpdateProduct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangedProduct) => call(internetProducts.update, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([
        refreshLists(client),
        client.invalidateQueries({ queryKey: productCodesKey }),
        // Also while no screen shows them: the form leads on to the details.
        client.invalidateQueries({
          queryKey: internetProductQueries.details(id).queryKey,
          refetchType: 'all',
        }),
      ]);
    },
  });
}

export function useDeleteProduct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(internetProducts.remove, { params: { id } }),
    onSuccess: async (_, id) => {
      // The dialog stays until the product is seen to be gone from the list behind it.
      await refreshLists(client);
      // Last of all: the details page, if it shows them, is left before it can ask for them again.
      client.removeQueries({ queryKey: internetProductQueries.details(id).queryKey });
    },
    // Somebody else was quicker: the list behind the dialog must not show it any longer.
    onError: (error) => (isNotFound(error) ? refreshLists(client) : undefined),
  });
}

function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: internetProductQueries.lists });
}
