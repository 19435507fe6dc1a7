import {
  roles,
  type RoleDetails,
  type RoleInput,
  type RoleUpdateInput,
} from '@sente/contract/roles';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { readList, readOne } from '../../api/read.ts';

/** Keys and fetchers stand together, for pages, prefetching and invalidation alike. */
export const roleQueries = {
  lists: ['roles', 'list'] as const,
  list: () =>
    queryOptions({
      queryKey: [...roleQueries.lists, 'all'],
      queryFn: async ({ signal }) => {
        const { data } = await call(roles.list, { signal, read: readList('Failed to load roles') });
        return data.map(complete);
      },
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: ['roles', 'details', id],
      queryFn: ({ signal }) => fetchRole(id, signal),
    }),
  /** Fills the form: never taken from the cache, and not fetched again under the typing hands. */
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['roles', 'to-edit', id],
      queryFn: ({ signal }) => fetchRole(id, signal),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  permissions: () =>
    queryOptions({
      queryKey: ['permissions'],
      queryFn: async ({ signal }) => {
        const read = readList('Failed to load permissions');
        return (await call(roles.listPermissions, { signal, read })).data;
      },
    }),
};

async function fetchRole(id: string, signal: AbortSignal): Promise<RoleDetails> {
  return complete((await call(roles.get, { params: { id }, signal, read: readOne() })).data);
}

/** Another provider may leave the list of a role out that has no permissions. */
function complete(role: RoleDetails): RoleDetails {
  return { ...role, permissions: role.permissions ?? [] };
}

export function useCreateRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RoleInput) => call(roles.create, { body }),
    onSuccess: () => refreshLists(client),
  });
}

export function useUpdateRole(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RoleUpdateInput) => call(roles.update, { params: { id }, body }),
    onSuccess: () => refreshRole(client, id),
  });
}

export function useDeleteRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(roles.remove, { params: { id } }),
    onSuccess: async (_, id) => {
      // The dialog stays until the role is seen to be gone from the list behind it.
      await refreshLists(client);
      // Last of all: the details page, if it shows them, is left before it can ask for them again.
      client.removeQueries({ queryKey: roleQueries.details(id).queryKey });
    },
    // Somebody else was quicker: the list behind the dialog must not show it any longer.
    onError: (error) => (isNotFound(error) ? refreshLists(client) : undefined),
  });
}

/** How far it came: those before the one that failed are assigned. */
interface Assigned {
  readonly count: number;
  readonly error?: unknown;
}

/** One call for each, up to the first that fails; the detail then shows what was done. */
export function useAssignPermissions(roleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (permissionIds: readonly string[]): Promise<Assigned> => {
      for (const [count, permissionId] of permissionIds.entries()) {
        try {
          await call(roles.assignPermission, { body: { roleId, permissionId } });
        } catch (error) {
          return { count, error };
        }
      }
      return { count: permissionIds.length };
    },
    onSettled: () => refreshRole(client, roleId),
  });
}

export function useRemovePermission(roleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (permissionId: string) =>
      call(roles.removePermission, { body: { roleId, permissionId } }),
    onSuccess: () => refreshRole(client, roleId),
  });
}

async function refreshRole(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    refreshLists(client),
    // Also while no screen shows them: the form leads on to the details.
    client.invalidateQueries({ queryKey: roleQueries.details(id).queryKey, refetchType: 'all' }),
  ]);
}

function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: roleQueries.lists });
}
