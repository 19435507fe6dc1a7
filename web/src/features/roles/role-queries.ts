import {
  roles,
  type NewRoleInput,
  type RoleDetails,
  type RoleUpdateInput,
} from '@sente/contract/roles';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { forForms } from '../../api/query-options.ts';
import { readList, readOne } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';

export const roleQueries = {
  list: () =>
    queryOptions({
      queryKey: keys.roles.list,
      queryFn: async ({ signal }) => {
        const { data } = await call(roles.list, { signal, read: readList('Failed to load roles') });
        return data;
      },
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: keys.roles.details(id),
      queryFn: ({ signal }) => fetchRole(id, signal),
    }),
  toEdit: (id: string) =>
    queryOptions({
      queryKey: keys.roles.toEdit(id),
      queryFn: ({ signal }) => fetchRole(id, signal),
      ...forForms,
    }),
  permissions: () =>
    queryOptions({
      queryKey: key('permissions'),
      queryFn: async ({ signal }) => {
        const read = readList('Failed to load permissions');
        return (await call(roles.listPermissions, { signal, read })).data;
      },
    }),
};

async function fetchRole(id: string, signal: AbortSignal): Promise<RoleDetails> {
  return (await call(roles.get, { params: { id }, signal, read: readOne })).data;
}

/** In one call: nothing is written if the person does not confirm that it is them. */
export function useCreateRole() {
  return useChange({
    send: async (role: NewRoleInput) =>
      withProof(
        async (shown) =>
          (await call(roles.create, { body: { ...role, ...shown }, read: readOne })).data,
      ),
    invalidates: [keys.roles.lists],
  });
}

const refreshes = (id: string) => ({
  invalidates: [keys.roles.lists],
  refetches: [keys.roles.details(id)],
});

export function useUpdateRole(id: string) {
  return useChange({
    send: (body: RoleUpdateInput) => call(roles.update, { params: { id }, body }),
    ...refreshes(id),
    edits: keys.roles.toEdit(id),
  });
}

export function useDeleteRole() {
  return useChange({
    send: (id: string) => call(roles.remove, { params: { id } }),
    invalidates: [keys.roles.lists],
    removes: keys.roles.details,
  });
}

/** The first `count` permissions are assigned or wait for a second person; the one after them failed. */
interface Assigned {
  readonly count: number;
  /** The last request, if one waits. */
  readonly request: string | null;
  readonly error?: unknown;
}

/** One call for each, up to the first that fails. */
async function assignAll(roleId: string, permissionIds: readonly string[]): Promise<Assigned> {
  let request: string | null = null;
  for (const [count, permissionId] of permissionIds.entries()) {
    try {
      const { meta } = await withProof((shown) =>
        call(roles.assignPermission, { body: { roleId, permissionId, ...shown } }),
      );
      request = meta?.approvalId ?? request;
    } catch (error) {
      return { count, request, error };
    }
  }
  return { count: permissionIds.length, request };
}

export function useAssignPermissions(roleId: string) {
  return useChange({
    send: (permissionIds: readonly string[]) => assignAll(roleId, permissionIds),
    ...refreshes(roleId),
  });
}

export function useRemovePermission(roleId: string) {
  return useChange({
    send: (permissionId: string) =>
      call(roles.removePermission, { body: { roleId, permissionId } }),
    ...refreshes(roleId),
  });
}
