import type { CompanyRoleName } from '@sente/contract/users';

/**
 * Created by a migration with fixed ids. Code refers to the ids, because anybody can choose a name.
 */
export const builtInRoles = {
  superAdmin: '00000000-0000-7000-8000-000000000201',
  clientAdmin: '00000000-0000-7000-8000-000000000211',
  clientManager: '00000000-0000-7000-8000-000000000212',
  clientUser: '00000000-0000-7000-8000-000000000213',
} as const;

/** The client portal's Admin is a company role, never a staff role. */
const companyRoles: Record<CompanyRoleName, string> = {
  Admin: builtInRoles.clientAdmin,
  Manager: builtInRoles.clientManager,
  User: builtInRoles.clientUser,
};

export const companyRoleIds: readonly string[] = Object.values(companyRoles);

/** The role chosen in the client portal; undefined without one. */
export function chosenRole(names: readonly CompanyRoleName[] | undefined): string | undefined {
  const [name] = names ?? [];
  return name && companyRoles[name];
}

/** As the client portal names it; other roles have one name. */
export function shownRole({ id, name }: { readonly id: string; readonly name: string }): string {
  return Object.entries(companyRoles).find(([, roleId]) => roleId === id)?.[0] ?? name;
}
