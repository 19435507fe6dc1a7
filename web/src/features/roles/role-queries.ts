import {
  roles,
  type RoleDetails,
  type RoleInput,
  type RoleUpdateInput,
} from '@sente/contract/roles';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { forForms } from '../../api/query-options.ts';
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
  toEdit: (id: string) =>
    queryOptions({
      queryKey: ['roles', 'to-edit', id],
      queryFn: ({ signal }) => fetchRole(id, signal),
      ...forForms,
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

/** Another provider may leave out the permissions of a role that has none. */
function complete(role: RoleDetails): RoleDetails {
  return { ...role, permissions: role.permissions ?? [] };
}

export function useCreateRole() {
  return useChange({
    send: (body: RoleInput) => call(roles.create, { body }),
    invalidates: [roleQueries.lists],
  });
}

const keysOf = (id: string) => [roleQueries.lists, roleQueries.details(id).queryKey];

export function useUpdateRole(id: string) {
  return useChange({
    send: (body: RoleUpdateInput) => call(roles.update, { params: { id }, body }),
    invalidates: keysOf(id),
  });
}

export function useDeleteRole() {
  return useChange({
    send: (id: string) => call(roles.remove, { params: { id } }),
    invalidates: [roleQueries.lists],
    removes: (id) => roleQueries.details(id).queryKey,
  });
}

/** The first `count` permissions are assigned; the one after them failed. */
interface Assigned {
  readonly count: number;
  readonly error?: unknown;
}

/** One call for each, up to the first that fails. */
export function useAssignPermissions(roleId: string) {
  return useChange({
    send: async (permissionIds: readonly string[]): Promise<Assigned> => {
      for (const [count, permissionId] of permissionIds.entries()) {
        try {
          await call(roles.assignPermission, { body: { roleId, permissionId } });
        } catch (error) {
          return { count, error };
        }
      }
      return { count: permissionIds.length };
    },
    invalidates: keysOf(roleId),
  });
}

export function useRemovePermission(roleId: string) {
  return useChange({
    send: (permissionId: string) =>
      call(roles.removePermission, { body: { roleId, permissionId } }),
    invalidates: keysOf(roleId),
  });
}
