import { roles } from '@sente/contract/roles';
import { users, type User } from '@sente/contract/users';
import type { BodyInputOf } from '@sente/contract/endpoint';
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
import { pageOfUsers, usersPageSize, type UserListRequest, type UserPage } from './user-list.ts';
import { nameOf } from './user-name.ts';

export type NewUser = BodyInputOf<typeof users.create>;
export type ChangedUser = BodyInputOf<typeof users.update>;

/** Keys and fetchers stand together, for pages, prefetching and invalidation alike. */
export const userQueries = {
  lists: ['users', 'list'] as const,
  list: (request: UserListRequest) =>
    queryOptions({
      queryKey: [...userQueries.lists, request],
      queryFn: ({ signal }) => fetchPage(request, signal),
      placeholderData: keepPreviousData,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: ['users', 'details', id],
      queryFn: ({ signal }) => fetchUser(id, signal),
    }),
  /** Fills the form: never taken from the cache, and not fetched again under the typing hands. */
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['users', 'to-edit', id],
      queryFn: ({ signal }) => fetchUser(id, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** What there is to choose from; under the roles' key, so that a change of a role is seen here. */
  assignableRoles: () =>
    queryOptions({
      queryKey: ['roles', 'list', 'assignable'],
      queryFn: async ({ signal }) => {
        const { data } = await call(roles.list, { signal, read: readList('Failed to load roles') });
        return data;
      },
    }),
};

async function fetchUser(id: string, signal: AbortSignal): Promise<User> {
  return completeUser((await call(users.get, { params: { id }, signal, read: readOne() })).data);
}

/** Another provider may leave out what somebody does not have, or name it otherwise. */
export function completeUser(user: User & { readonly phone?: string | null }): User {
  const known = {
    ...user,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phoneNumber: user.phoneNumber ?? user.phone ?? null,
    createdAt: user.createdAt ?? user.createdDate,
    roles: user.roles ?? [],
  };
  return { ...known, name: user.name ?? nameOf(known) };
}

async function fetchPage(request: UserListRequest, signal: AbortSignal): Promise<UserPage> {
  const { data, meta } = await call(users.list, {
    query: {
      page: String(request.page),
      pageSize: String(usersPageSize),
      search: request.search.trim() || undefined,
      companyId: request.companyId || undefined,
    },
    signal,
    read: readList('Failed to load users'),
  });
  // Without totals the server has answered the whole list, and the page is found here.
  const rows = data.map(completeUser);
  return meta ? { ...meta, rows } : pageOfUsers(rows, request);
}

export function useCreateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => call(users.create, { body }),
    onSuccess: () => refreshLists(client),
  });
}

export function useUpdateUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangedUser) => call(users.update, { params: { id }, body }),
    onSuccess: () => refreshUser(client, id),
  });
}

export function useAssignRole(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (roleId: string) => call(users.assignRole, { body: { userId, roleId } }),
    onSuccess: () => refreshUser(client, userId),
  });
}

export function useRemoveRole(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (roleId: string) => call(users.removeRole, { body: { userId, roleId } }),
    onSuccess: () => refreshUser(client, userId),
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(users.remove, { params: { id } }),
    onSuccess: async (_, id) => {
      // The dialog stays until the user is seen to be gone from the list behind it.
      await refreshLists(client);
      // Last of all: the details page, if it shows them, is left before it can ask for them again.
      client.removeQueries({ queryKey: userQueries.details(id).queryKey });
    },
    // Somebody else was quicker: the list behind the dialog must not show it any longer.
    onError: (error) => (isNotFound(error) ? refreshLists(client) : undefined),
  });
}

async function refreshUser(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    refreshLists(client),
    // Also while no screen shows them: the form leads on to the details.
    client.invalidateQueries({ queryKey: userQueries.details(id).queryKey, refetchType: 'all' }),
  ]);
}

function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: userQueries.lists });
}
