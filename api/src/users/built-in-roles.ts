import type { CompanyRoleName } from '@sente/contract/users';

/** Made by a migration with fixed ids. Code goes by the id: a name can be typed by anybody. */
export const builtInRoles = {
  superAdmin: '00000000-0000-7000-8000-000000000201',
  clientAdmin: '00000000-0000-7000-8000-000000000211',
  clientManager: '00000000-0000-7000-8000-000000000212',
  clientUser: '00000000-0000-7000-8000-000000000213',
} as const;

/** The client portal's Admin is the company's, never ours. */
const companyRoles: Record<CompanyRoleName, string> = {
  Admin: builtInRoles.clientAdmin,
  Manager: builtInRoles.clientManager,
  User: builtInRoles.clientUser,
};

export const companyRoleIds: readonly string[] = Object.values(companyRoles);

/** What was chosen in the client portal; undefined when nothing was. */
export function chosenRole(names: readonly CompanyRoleName[] | undefined): string | undefined {
  const [name] = names ?? [];
  return name && companyRoles[name];
}
