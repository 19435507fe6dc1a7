import { permissionLabel } from '@sente/contract/permission-labels';
import type { Permission, Role, RoleDetails } from '@sente/contract/roles';
import type { Sort } from '../../lib/url-state.ts';

/** The module of a permission without one. */
const otherModule = 'Other';

export function moduleOf(permission: Permission): string {
  return permission.module?.trim() || otherModule;
}

/** The modules of these permissions by name, "Other" last. */
export function modulesOf(permissions: readonly Permission[]): string[] {
  const rank = (module: string) => (module === otherModule ? 1 : 0);
  return [...new Set(permissions.map(moduleOf))].toSorted(
    (a, b) => rank(a) - rank(b) || a.localeCompare(b),
  );
}

export interface PermissionGroup {
  readonly module: string;
  readonly permissions: readonly Permission[];
}

export function groupByModule(permissions: readonly Permission[]): PermissionGroup[] {
  return modulesOf(permissions).map((module) => ({
    module,
    permissions: permissions
      .filter((permission) => moduleOf(permission) === module)
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  }));
}

export interface RoleFilter {
  readonly search: string;
  /** Empty for all. */
  readonly module: string;
}

/** Searches name, description and permission names, case-insensitively. */
export function filterRoles<R extends Role>(roles: readonly R[], filter: RoleFilter): R[] {
  return roles.filter(
    (role) =>
      (filter.module === '' || modulesOf(role.permissions).includes(filter.module)) &&
      holds(filter.search, [
        role.name,
        role.description,
        ...role.permissions.flatMap(({ name }) => [name, permissionLabel(name)]),
      ]),
  );
}

export const roleSortKeys = ['name', 'holders', 'permissions'] as const;

/** Stable: roles that are equal stay in the server's order, the provider's own first. */
export function sortRoles(roles: readonly RoleDetails[], { key, direction }: Sort): RoleDetails[] {
  const sign = direction === 'asc' ? 1 : -1;
  const compare: Record<string, (a: RoleDetails, b: RoleDetails) => number> = {
    name: (a, b) => a.name.localeCompare(b.name),
    holders: (a, b) => a.holders - b.holders,
    permissions: (a, b) => a.permissions.length - b.permissions.length,
  };
  const chosen = compare[key];
  return chosen ? roles.toSorted((a, b) => sign * chosen(a, b)) : [...roles];
}

export function filterPermissions(
  permissions: readonly Permission[],
  filter: RoleFilter,
): Permission[] {
  return permissions.filter(
    (permission) =>
      (filter.module === '' || moduleOf(permission) === filter.module) &&
      holds(filter.search, [
        permission.name,
        permissionLabel(permission.name),
        permission.description,
      ]),
  );
}

function holds(search: string, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => (text ?? '').toLowerCase().includes(wanted));
}
