import { accounts, type Account } from '@sente/contract/accounts';
import { companies, type CompanyDetails } from '@sente/contract/companies';
import type { BodyInputOf } from '@sente/contract/endpoint';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { readBalance, readList } from '../../api/read.ts';
import {
  accountsPerPage,
  pageOfAccounts,
  type AccountListRequest,
  type AccountPage,
} from './account-list.ts';
import { readAccount, readCompany } from './read-account.ts';

type CreateBody = BodyInputOf<typeof accounts.create>;
type UpdateBody = BodyInputOf<typeof accounts.update>;

/** Keys and fetchers stand together, for pages, prefetching and invalidation alike. */
export const accountQueries = {
  lists: ['accounts', 'list'] as const,
  list: (request: AccountListRequest) =>
    queryOptions({
      queryKey: [...accountQueries.lists, 'all', request],
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: [...accountQueries.lists, 'of-company', companyId],
      queryFn: async ({ signal }) => {
        const options = { params: { companyId }, signal, read: readList() };
        return (await call(accounts.ofCompany, options)).data;
      },
    }),
  details: (companyId: string, id: string) =>
    queryOptions({
      queryKey: ['accounts', 'details', companyId, id],
      queryFn: ({ signal }) => fetchAccount(companyId, id, signal),
    }),
  /** Begins as the details do, so that whatever makes those old makes it old. */
  holds: (id: string) =>
    queryOptions({
      queryKey: ['accounts', 'details', 'holds', id],
      queryFn: async ({ signal }) =>
        (await call(accounts.holds, { params: { id }, signal, read: readList() })).data,
    }),
  /** Fills the form: never taken from the cache, and not fetched again under the typing hands. */
  toEdit: (companyId: string, id: string) =>
    queryOptions({
      queryKey: ['accounts', 'to-edit', companyId, id],
      queryFn: ({ signal }) => fetchAccount(companyId, id, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** For which an account is opened. An empty answer means that there is none. */
  company: (id: string) =>
    queryOptions({
      queryKey: ['accounts', 'company', id],
      queryFn: ({ signal }) => fetchCompany(id, signal),
    }),
};

async function fetchPage(request: AccountListRequest, signal: AbortSignal): Promise<AccountPage> {
  // A choice of the filter, but no state an account can be in.
  if (request.status === 'suspended') return pageOfAccounts([], request);
  const { data, meta } = await call(accounts.list, {
    query: {
      page: String(request.page),
      pageSize: String(accountsPerPage),
      search: request.search || undefined,
      companyId: request.companyId || undefined,
      isActive: request.status === 'all' ? undefined : asText(request.status === 'active'),
      type: request.type === 'all' ? undefined : request.type,
      sort: request.sort === 'lastTransaction' ? undefined : request.sort,
      direction: request.direction,
    },
    signal,
    read: readList(),
  });
  // Without totals the server has answered the whole list, and the page is found here.
  return meta ? { rows: data, ...meta } : pageOfAccounts(data, request);
}

function asText(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}

/** An address that names another company than the account's leads nowhere. */
async function fetchAccount(companyId: string, id: string, signal: AbortSignal): Promise<Account> {
  const { data } = await call(accounts.get, { params: { id }, signal, read: readAccount });
  if (data.companyId?.toLowerCase() === companyId.toLowerCase()) return data;
  throw new ApiError({ kind: 'http', status: 404, message: 'Account not found' });
}

async function fetchCompany(id: string, signal: AbortSignal): Promise<CompanyDetails> {
  const { data } = await call(companies.get, { params: { id }, signal, read: readCompany });
  return data;
}

export function useCreateAccount() {
  return useChange({
    send: (body: CreateBody) => call(accounts.create, { body, read: readAccount }),
    invalidates: ({ companyId }) => staleAfter(companyId),
  });
}

export function useUpdateAccount({ id, companyId }: Account) {
  return useChange({
    send: (body: UpdateBody) => call(accounts.update, { params: { id }, body, read: readAccount }),
    invalidates: staleAfter(companyId, id),
  });
}

/** Off has a call of its own; on is an update. */
export function useSwitchAccount() {
  return useChange({
    send: ({ id, accountName, isActive, updatedAt }: Account): Promise<unknown> =>
      isActive
        ? call(accounts.deactivate, { params: { id } })
        : call(accounts.update, {
            params: { id },
            body: { accountName, isActive: true, updatedAt },
          }),
    invalidates: ({ companyId, id }) => staleAfter(companyId, id),
    on: 'settled',
  });
}

export function useRefreshBalance(account: Account) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.details(account.companyId, account.id);
  return useMutation({
    mutationFn: async () => {
      const options = { params: { id: account.id }, read: readBalance() };
      const { data } = await call(accounts.balance, options);
      return data;
    },
    onSuccess: async ({ currentBalance, asOfDate }) => {
      client.setQueryData(queryKey, (known) => known && { ...known, balance: currentBalance }, {
        // Not later than now, or a clock that is slow would keep the page from being refreshed.
        updatedAt: Math.min(Date.parse(asOfDate) || Date.now(), Date.now()),
      });
      // Money has moved, so the last transaction is another one as well, and less may be held.
      if (currentBalance === account.balance && !account.held) return;
      await Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: accountQueries.holds(account.id).queryKey }),
      ]);
    },
  });
}

/** The lists, the company and its dashboard, which sum them up, and the account itself. */
function staleAfter(companyId: string, id?: string): readonly QueryKey[] {
  return [
    accountQueries.lists,
    ['companies', 'list'],
    ['companies', 'details', companyId],
    ['company-dashboard'],
    ...(id === undefined ? [] : [accountQueries.details(companyId, id).queryKey]),
  ];
}
