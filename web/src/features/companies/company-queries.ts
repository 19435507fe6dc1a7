import {
  companies,
  type CompanyBody,
  type CompanyDetails,
  type CompanyListItem,
  type CompanySortKey,
  type CompanyState,
  type CompanyUpdateBody,
} from '@sente/contract/companies';
import { readCompanyOverview } from '@sente/contract/company-overview';
import { defaultPageSize, type Direction } from '@sente/contract/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { forForms, wholeList, type ListPage } from '../../api/query-options.ts';
import { invalidFormat, readAnyList, readOne, type Reader } from '../../api/read.ts';

/** The filters of the list; all are in the address. */
interface CompanyListRequest {
  readonly search: string;
  readonly status: 'all' | CompanyState;
  readonly sort: CompanySortKey;
  readonly direction: Direction;
  readonly page: number;
}

interface CompanyPage extends ListPage<CompanyListItem> {
  readonly totalBalance: number;
}

export const companyQueries = {
  list: (request: CompanyListRequest) =>
    queryOptions({
      queryKey: keys.companies.list(request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.companies.details(id),
      queryFn: ({ signal }) => fetchCompany(id, signal),
    }),
  overview: (id: string) =>
    queryOptions({
      queryKey: keys.companies.overview(id),
      queryFn: async ({ signal }) => {
        const { data } = await call(readCompanyOverview, { params: { companyId: id }, signal });
        if (!isRecord(data)) throw invalidFormat(200);
        return data;
      },
    }),
  toEdit: (id: string) =>
    queryOptions({
      queryKey: keys.companies.toEdit(id),
      queryFn: ({ signal }) => fetchCompany(id, signal),
      ...forForms,
    }),
};

/** As many as fit on a screen; typing narrows the list. */
export const mostFound = 20;

export const foundCompanies = (search: string) =>
  queryOptions({
    queryKey: keys.companies.picker(search),
    queryFn: async ({ signal }) => {
      const { data } = await call(companies.list, {
        query: { page: '1', pageSize: String(mostFound), search: search || undefined },
        signal,
        read: readCompanies,
      });
      return data;
    },
  });

async function fetchCompany(id: string, signal: AbortSignal): Promise<CompanyDetails> {
  return (await call(companies.get, { params: { id }, signal, read: readOne })).data;
}

const readList = readAnyList('Failed to fetch companies');

/** The specification of the API also lists one company alone, which stands for a list of one. */
const readCompanies: Reader = (body, status) =>
  readList(isRecord(body) && 'id' in body ? [body] : body, status);

async function fetchPage(
  { search, status, ...request }: CompanyListRequest,
  signal: AbortSignal,
): Promise<CompanyPage> {
  const { data, meta } = await call(companies.list, {
    query: {
      ...request,
      page: String(request.page),
      pageSize: String(defaultPageSize),
      search: search || undefined,
      status: status === 'all' ? undefined : status,
    },
    signal,
    read: readCompanies,
  });
  return { totalBalance: 0, ...wholeList(data), ...meta };
}

export function useCreateCompany() {
  return useChange({
    send: (body: CompanyBody) => call(companies.create, { body }),
    invalidates: [keys.companies.lists],
  });
}

export function useUpdateCompany(id: string) {
  return useChange({
    send: (body: CompanyUpdateBody) => call(companies.update, { params: { id }, body }),
    invalidates: [keys.companies.lists],
    refetches: [keys.companies.details(id)],
    edits: keys.companies.toEdit(id),
  });
}

export function useSuspendCompany() {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(companies.suspend, { params: { id }, body: { reason: note } }),
    invalidates: [keys.companies.lists, keys.accounts.lists],
    refetches: ({ id }) => [keys.companies.details(id)],
  });
}

export function useResumeCompany() {
  return useChange({
    send: (id: string) => call(companies.resume, { params: { id } }),
    invalidates: [keys.companies.lists, keys.accounts.lists],
    refetches: (id) => [keys.companies.details(id)],
  });
}

export function useDeleteCompany() {
  return useChange({
    send: (id: string) => call(companies.remove, { params: { id } }),
    invalidates: [keys.companies.lists],
    removes: keys.companies.details,
  });
}
