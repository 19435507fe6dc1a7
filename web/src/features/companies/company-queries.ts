import {
  companies,
  type CompanyBody,
  type CompanyDetails,
  type CompanyListItem,
  type CompanySortKey,
  type CompanyUpdateBody,
} from '@sente/contract/companies';
import { defaultPageSize, type Direction } from '@sente/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { forForms, wholeList, type ListPage } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';

/** The filters of the list; the address has all of them. */
interface CompanyListRequest {
  readonly search: string;
  readonly sort: CompanySortKey;
  readonly direction: Direction;
  readonly page: number;
}

interface CompanyPage extends ListPage<CompanyListItem> {
  readonly totalBalance: number;
}

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
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['companies', 'to-edit', id],
      queryFn: ({ signal }) => fetchCompany(id, signal),
      ...forForms,
    }),
};

async function fetchCompany(id: string, signal: AbortSignal): Promise<CompanyDetails> {
  return (await call(companies.get, { params: { id }, signal, read: readOne() })).data;
}

async function fetchPage(
  { search, ...request }: CompanyListRequest,
  signal: AbortSignal,
): Promise<CompanyPage> {
  const { data, meta } = await call(companies.list, {
    query: {
      ...request,
      page: String(request.page),
      pageSize: String(defaultPageSize),
      search: search || undefined,
    },
    signal,
    read: readList('Failed to fetch companies'),
  });
  return { totalBalance: 0, ...wholeList(data), ...meta };
}

export function useCreateCompany() {
  return useChange({
    send: (body: CompanyBody) => call(companies.create, { body }),
    invalidates: [companyQueries.lists],
  });
}

export function useUpdateCompany(id: string) {
  return useChange({
    send: (body: CompanyUpdateBody) => call(companies.update, { params: { id }, body }),
    invalidates: [companyQueries.lists, companyQueries.details(id).queryKey],
  });
}

export function useDeleteCompany() {
  return useChange({
    send: (id: string) => call(companies.remove, { params: { id } }),
    invalidates: [companyQueries.lists],
    removes: (id) => companyQueries.details(id).queryKey,
  });
}
