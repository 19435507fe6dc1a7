import {
  companies,
  type CompanyBody,
  type CompanyDetails,
  type CompanyUpdateBody,
} from '@sente/contract/companies';
import { defaultPageSize } from '@sente/contract/paging';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { readList, readOne } from '../../api/read.ts';
import { pageOfCompanies, type CompanyListRequest, type CompanyPage } from './company-list.ts';

/** Keys and fetchers stand together, for pages, prefetching and invalidation alike. */
export const companyQueries = {
  lists: ['companies', 'list'] as const,
  list: (request: CompanyListRequest) =>
    queryOptions({
      queryKey: [...companyQueries.lists, request],
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: ['companies', 'details', id],
      queryFn: ({ signal }) => fetchCompany(id, signal),
    }),
  /**
   * Fills the form, which would write old values over somebody else's change: never taken from the
   * cache, and not fetched again under the typing hands.
   */
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['companies', 'to-edit', id],
      queryFn: ({ signal }) => fetchCompany(id, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

async function fetchCompany(id: string, signal: AbortSignal): Promise<CompanyDetails> {
  const { data } = await call(companies.get, { params: { id }, signal, read: readOne() });
  return data;
}

async function fetchPage(request: CompanyListRequest, signal: AbortSignal): Promise<CompanyPage> {
  const { data, meta } = await call(companies.list, {
    query: {
      page: String(request.page),
      pageSize: String(defaultPageSize),
      search: request.search || undefined,
      sort: request.sort,
      direction: request.direction,
    },
    signal,
    read: readList('Failed to fetch companies'),
  });
  // Without totals the server has answered the whole list, and the page is found here.
  return meta ? { rows: data, ...meta } : pageOfCompanies(data, request);
}

export function useCreateCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyBody) => call(companies.create, { body }),
    onSuccess: () => refreshLists(client),
  });
}

export function useUpdateCompany(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyUpdateBody) => call(companies.update, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([
        refreshLists(client),
        // Also while no screen shows them: the form leads on to the details.
        client.invalidateQueries({
          queryKey: companyQueries.details(id).queryKey,
          refetchType: 'all',
        }),
      ]);
    },
  });
}

export function useDeleteCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(companies.remove, { params: { id } }),
    onSuccess: async (_, id) => {
      // The dialog stays until the company is seen to be gone from the list behind it.
      await refreshLists(client);
      // Last of all: the details page, if it shows them, is left before it can ask for them again.
      client.removeQueries({ queryKey: companyQueries.details(id).queryKey });
    },
    // Somebody else was quicker: the list behind the dialog must not show it any longer.
    onError: (error) => (isNotFound(error) ? refreshLists(client) : undefined),
  });
}

function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: companyQueries.lists });
}
