import { users, type CreateUserBody } from '@sente/contract/users';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureOf, isRecord, unexplained } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat, type Reader } from '../../api/read.ts';
import { completeUser, userQueries } from './user-queries.ts';
import {
  companyUsersPerPage,
  isStatusOfNobody,
  nobody,
  withRole,
  type CompanyUserListRequest,
  type CompanyUserPage,
} from './company-user-list.ts';

/** One person is read as in the back-office: see userQueries. */
export const companyUserQueries = {
  /** Under the users' key, so that every change of a user is seen here. */
  list: (companyId: string, request: CompanyUserListRequest) =>
    queryOptions({
      queryKey: [...userQueries.lists, 'of-company', companyId, request],
      queryFn: ({ signal }) => fetchPage(companyId, request, signal),
      placeholderData: keepPreviousData,
    }),
};

async function fetchPage(
  companyId: string,
  request: CompanyUserListRequest,
  signal: AbortSignal,
): Promise<CompanyUserPage> {
  const { search, status, role, page } = request;
  if (isStatusOfNobody(status)) return nobody;
  const { data } = await call(users.page, {
    params: { id: companyId },
    query: {
      page: String(page),
      pageSize: String(companyUsersPerPage),
      searchTerm: search.trim() || undefined,
      isActive: activityIn(status),
      role: role === 'all' ? undefined : role,
    },
    signal,
  });
  if (!isRecord(data) || !Array.isArray(data.items)) throw invalidFormat(200);
  const totalCount = data.totalCount ?? data.items.length;
  const totalPages = Math.max(1, data.totalPages ?? Math.ceil(totalCount / companyUsersPerPage));
  // After a delete of its only row. Our server answers the last page then, another may answer none.
  if (data.items.length === 0 && page > totalPages) {
    return fetchPage(companyId, { ...request, page: totalPages }, signal);
  }
  return {
    rows: withRole(data.items.map(completeUser), role),
    page: Math.min(page, totalPages),
    totalPages,
    totalCount,
  };
}

function activityIn(status: CompanyUserListRequest['status']): 'true' | 'false' | undefined {
  if (status === 'all') return undefined;
  return status === 'active' ? 'true' : 'false';
}

/** Any of the three tells that somebody was made, unless it says the opposite: success, the record, its id. */
const readCreated: Reader = (body, status) => {
  if (!isRecord(body)) throw invalidFormat(status);
  const data = body['data'] ?? null;
  const isMade = body['success'] === true || data !== null || Boolean(body['id']);
  if (isMade && body['success'] !== false) {
    return { data, message: null, meta: undefined };
  }
  throw failureOf(body, 'refused', status, unexplained);
};

export function useCreateCompanyUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateUserBody) => call(users.create, { body, read: readCreated }),
    onSuccess: () => client.invalidateQueries({ queryKey: userQueries.lists }),
  });
}
