import { accounts, type Account, type AccountSortKey } from '@sente/contract/accounts';
import { companies, type CompanyDetails } from '@sente/contract/companies';
import type { BodyInputOf } from '@sente/contract/endpoint';
import type { Direction } from '@sente/contract/paging';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { forForms, wholeList, type ListPage } from '../../api/query-options.ts';
import {
  readAnyList,
  readBalance,
  readEnvelope,
  readList,
  readOne,
  type Reader,
} from '../../api/read.ts';
import { accountsPerPage, totalsOf, type AccountTotals } from './account-list.ts';

type CreateBody = BodyInputOf<typeof accounts.create>;
type UpdateBody = BodyInputOf<typeof accounts.update>;

export const accountStatuses = ['all', 'active', 'inactive', 'suspended'] as const;

/** The filters of the list of all accounts; all are in the address. */
interface AccountListRequest {
  readonly search: string;
  /** Empty for all companies. */
  readonly companyId: string;
  readonly status: (typeof accountStatuses)[number];
  /** The type's name, case-insensitive, or "all". */
  readonly type: string;
  readonly sort: AccountSortKey;
  readonly direction: Direction;
  readonly page: number;
}

interface AccountPage extends ListPage<Account>, AccountTotals {}

export const accountQueries = {
  list: (request: AccountListRequest) =>
    queryOptions({
      queryKey: keys.accounts.list(request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: keys.accounts.ofCompany(companyId),
      queryFn: async ({ signal }) => {
        const options = { params: { companyId }, signal, read: readAnyList() };
        return (await call(accounts.ofCompany, options)).data;
      },
    }),
  suspense: (companyId: string) =>
    queryOptions({
      queryKey: keys.accounts.suspense(companyId),
      queryFn: async ({ signal }) =>
        (await call(accounts.suspense, { params: { companyId }, signal })).data,
    }),
  details: (companyId: string, id: string) =>
    queryOptions({
      queryKey: keys.accounts.details(companyId, id),
      queryFn: ({ signal }) => fetchAccount(companyId, id, signal),
    }),
  holds: (id: string) =>
    queryOptions({
      queryKey: keys.accounts.holds(id),
      queryFn: async ({ signal }) =>
        (await call(accounts.holds, { params: { id }, signal, read: readList() })).data,
    }),
  toEdit: (companyId: string, id: string) =>
    queryOptions({
      queryKey: keys.accounts.toEdit(companyId, id),
      queryFn: ({ signal }) => fetchAccount(companyId, id, signal),
      ...forForms,
    }),
  /** The company of a new account. An empty answer means that it does not exist. */
  company: (id: string) =>
    queryOptions({
      queryKey: keys.accounts.company(id),
      queryFn: ({ signal }) => fetchCompany(id, signal),
    }),
};

async function fetchPage(request: AccountListRequest, signal: AbortSignal): Promise<AccountPage> {
  const { search, companyId, status, type, sort, direction, page } = request;
  const { data, meta } = await call(accounts.list, {
    query: {
      page: String(page),
      pageSize: String(accountsPerPage),
      search: search || undefined,
      companyId: companyId || undefined,
      isActive: status === 'active' ? 'true' : status === 'inactive' ? 'false' : undefined,
      isSuspended: status === 'all' ? undefined : status === 'suspended' ? 'true' : 'false',
      type: type === 'all' ? undefined : type,
      sort,
      direction,
    },
    signal,
    read: readAnyList(),
  });
  return { ...totalsOf(data), ...wholeList(data), ...meta };
}

/** Under the address of another company the account is not found. */
async function fetchAccount(companyId: string, id: string, signal: AbortSignal): Promise<Account> {
  const { data } = await call(accounts.get, { params: { id }, signal, read: readAccount });
  if (data.companyId?.toLowerCase() === companyId.toLowerCase()) return data;
  throw new ApiError({ kind: 'http', status: 404, message: 'Account not found' });
}

async function fetchCompany(id: string, signal: AbortSignal): Promise<CompanyDetails> {
  const { data } = await call(companies.get, { params: { id }, signal, read: readCompany });
  return data;
}

export const unexpectedFormat = 'Unexpected response format';

/** One account. A readable answer without one has its own text. */
const readAccount: Reader = (body, status) => {
  try {
    return readOne(body, status);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'format') throw error;
    throw new ApiError({ kind: 'format', status, message: unexpectedFormat });
  }
};

/** The company of an account. An empty answer means that it does not exist. */
const readCompany: Reader = (body, status) => {
  if ((readEnvelope(body, status).data ?? null) !== null) return readOne(body, status);
  throw new ApiError({ kind: 'http', status: 404, message: 'Company not found' });
};

/** Queries that list or sum a company's accounts. */
const sums = [keys.accounts.lists, keys.companies.lists, keys.dashboards.company];

export function useCreateAccount() {
  return useChange({
    send: (body: CreateBody) => call(accounts.create, { body, read: readAccount }),
    invalidates: sums,
    refetches: ({ companyId }) => [keys.companies.details(companyId)],
    // The lists then show whether it was opened.
    after: ['success', 'unanswered'],
  });
}

export function useUpdateAccount({ id, companyId }: Account) {
  return useChange({
    send: (body: UpdateBody) => call(accounts.update, { params: { id }, body, read: readAccount }),
    invalidates: sums,
    refetches: [keys.companies.details(companyId), keys.accounts.details(companyId, id)],
    edits: keys.accounts.toEdit(companyId, id),
  });
}

/** Deactivating has its own endpoint; activating is an update. */
export function useSwitchAccount() {
  return useChange({
    send: ({ id, accountName, isActive, updatedAt }: Account): Promise<unknown> =>
      isActive
        ? call(accounts.deactivate, { params: { id } })
        : call(accounts.update, {
            params: { id },
            body: { accountName, isActive: true, updatedAt },
          }),
    invalidates: sums,
    refetches: ({ companyId, id }) => [
      keys.companies.details(companyId),
      keys.accounts.details(companyId, id),
    ],
    after: ['success', 'failure'],
  });
}

export function useFreezeAccount(companyId: string) {
  return useChange({
    send: ({ id, note }: { id: string; note: string }) =>
      call(accounts.freeze, { params: { id }, body: { reason: note } }),
    invalidates: sums,
    refetches: ({ id }) => [keys.accounts.details(companyId, id)],
  });
}

export function useUnfreezeAccount(companyId: string) {
  return useChange({
    send: (id: string) => call(accounts.unfreeze, { params: { id } }),
    invalidates: sums,
    refetches: (id) => [keys.accounts.details(companyId, id)],
  });
}

/** A read that invalidates only what it finds to be outdated, so it does not use useChange. */
export function useRefreshBalance(account: Account) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.details(account.companyId, account.id);
  return useMutation({
    mutationFn: async () => {
      const options = { params: { id: account.id }, read: readBalance };
      const { data } = await call(accounts.balance, options);
      return data;
    },
    onSuccess: async ({ currentBalance, asOfDate }) => {
      client.setQueryData(queryKey, (known) => known && { ...known, balance: currentBalance }, {
        // Not later than now: a slow clock would otherwise prevent further refreshes.
        updatedAt: Math.min(Date.parse(asOfDate) || Date.now(), Date.now()),
      });
      // Money has moved, so the last transaction and the hold may have changed too.
      if (currentBalance === account.balance && !account.held) return;
      await Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: keys.accounts.holds(account.id) }),
        client.invalidateQueries({ queryKey: keys.accounts.allMovements }),
        client.invalidateQueries({ queryKey: keys.accounts.allMovementTotals }),
      ]);
    },
  });
}
