import type { BodyInputOf } from '@sente/contract/endpoint';
import type { FactorProof } from '@sente/contract/own-factor';
import type { Direction } from '@sente/contract/paging';
import { users, type User, type UserCounts, type UserSortKey } from '@sente/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { failureOf, isRecord, unexplained } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { forForms, wholeList, type ListPage } from '../../api/query-options.ts';
import { invalidFormat, readList, readUser, type Reader } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';
import { completeUser } from './user.ts';

export const usersPageSize = 25;
export const companyUsersPageSize = 10;

/** The filters of the list; all are in the address. */
interface UserListRequest {
  readonly search: string;
  /** Empty: all companies. */
  readonly companyId: string;
  readonly status: (typeof userStatuses)[number];
  /** Empty: all roles. */
  readonly roleId: string;
  readonly sort: UserSortKey;
  readonly direction: Direction;
  readonly page: number;
}

export const userStatuses = ['all', 'active', 'pending', 'inactive'] as const;
export const companyRoles = ['all', 'admin', 'manager', 'user'] as const;

/** For one company's users; "all" is not sent. */
interface CompanyUserListRequest {
  readonly search: string;
  readonly status: (typeof userStatuses)[number];
  readonly role: (typeof companyRoles)[number];
  readonly page: number;
}

export const userQueries = {
  list: (request: UserListRequest) =>
    queryOptions({
      queryKey: keys.users.list(request),
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  ofCompany: (companyId: string, request: CompanyUserListRequest) =>
    queryOptions({
      queryKey: keys.users.ofCompany(companyId, request),
      queryFn: ({ signal }) => fetchCompanyPage(companyId, request, signal),
      placeholderData: keepPreviousData,
    }),
  companyRoles: () =>
    queryOptions({
      queryKey: keys.users.companyRoles,
      queryFn: async ({ signal }) =>
        (await call(users.companyRoles, { signal, read: readList('Failed to load roles') })).data,
      staleTime: 5 * 60_000,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.users.details(id),
      queryFn: ({ signal }) => fetchUser(id, signal),
    }),
  toEdit: (id: string) =>
    queryOptions({
      queryKey: keys.users.toEdit(id),
      queryFn: ({ signal }) => fetchUser(id, signal),
      ...forForms,
    }),
};

async function fetchUser(id: string, signal: AbortSignal): Promise<User> {
  return completeUser((await call(users.get, { params: { id }, signal, read: readUser })).data);
}

async function fetchPage(request: UserListRequest, signal: AbortSignal): Promise<ListPage<User>> {
  const { data, meta } = await call(users.list, {
    query: {
      page: String(request.page),
      pageSize: String(usersPageSize),
      search: request.search.trim() || undefined,
      companyId: request.companyId || undefined,
      ...statusQueries[request.status],
      roleId: request.roleId || undefined,
      sort: request.sort,
      direction: request.direction,
    },
    signal,
    read: readList('Failed to load users'),
  });
  return { ...wholeList(data), ...meta };
}

/** An invited user who is inactive is listed as inactive. */
const statusQueries = {
  all: {},
  active: { isActive: 'true', isPending: 'false' },
  pending: { isActive: 'true', isPending: 'true' },
  inactive: { isActive: 'false' },
} as const;

async function fetchCompanyPage(
  companyId: string,
  { search, status, role, page }: CompanyUserListRequest,
  signal: AbortSignal,
): Promise<ListPage<User> & { readonly counts: UserCounts | undefined }> {
  const { data, meta } = await call(users.page, {
    params: { id: companyId },
    query: {
      page: String(page),
      pageSize: String(companyUsersPageSize),
      searchTerm: search.trim() || undefined,
      ...statusQueries[status],
      role: role === 'all' ? undefined : role,
    },
    signal,
  });
  if (!isRecord(data) || !Array.isArray(data.items)) throw invalidFormat(200);
  const totalPages = Math.max(1, data.totalPages ?? 1);
  return {
    rows: data.items.map(completeUser),
    // For a page past the end the server returns the last one.
    page: Math.min(page, totalPages),
    totalPages,
    totalCount: data.totalCount ?? data.items.length,
    counts: meta?.counts,
  };
}

/** The specification of the API lists success, the record or its id: each says that the user exists. */
const readCreated: Reader = (body, status) => {
  if (!isRecord(body)) throw invalidFormat(status);
  const data = body['data'] ?? (body['id'] ? body : null);
  if (body['success'] === true || (data !== null && body['success'] !== false)) {
    return { data, message: null, meta: body['meta'] };
  }
  throw failureOf(body, 'refused', status, unexplained);
};

export function useCreateUser() {
  return useChange({
    send: (body: BodyInputOf<typeof users.create>) =>
      withProof((shown) => call(users.create, { body: { ...body, ...shown }, read: readCreated })),
    invalidates: [keys.users.lists],
  });
}

const refreshes = (id: string) => ({
  invalidates: [keys.users.lists],
  refetches: [keys.users.details(id)],
});

export function useUpdateUser(id: string) {
  return useChange({
    send: (body: BodyInputOf<typeof users.update>) => {
      const send = (shown: FactorProof) =>
        call(users.update, { params: { id }, body: { ...body, ...shown } });
      // A form that has asked for the password itself, for the own email, says that it is wrong.
      return body.currentPassword === undefined ? withProof(send) : send({});
    },
    ...refreshes(id),
    edits: keys.users.toEdit(id),
  });
}

/** To somebody who was created a moment ago. */
export function useGiveRole() {
  return useChange({
    send: (given: { userId: string; roleId: string }) =>
      withProof((shown) => call(users.assignRole, { body: { ...given, ...shown } })),
    invalidates: [keys.users.lists],
  });
}

export function useAssignRole(userId: string) {
  return useChange({
    send: (roleId: string) =>
      withProof((shown) => call(users.assignRole, { body: { userId, roleId, ...shown } })),
    ...refreshes(userId),
  });
}

export function useRemoveRole(userId: string) {
  return useChange({
    send: (roleId: string) => call(users.removeRole, { body: { userId, roleId } }),
    ...refreshes(userId),
  });
}

export function useDeleteUser() {
  return useChange({
    send: (id: string) => call(users.remove, { params: { id } }),
    invalidates: [keys.users.lists],
    removes: keys.users.details,
  });
}
