/**
 * What a role can allow inside a company. Staff need none of these: their power is a flag on the
 * user that no role name can set.
 */
export const permissionNames = [
  'canViewTransactions',
  'canViewAccounts',
  'canManageAccounts',
  'canViewAnalytics',
  'canViewUsers',
  'canManageUsers',
  'canEditProfile',
  'canManageCompany',
] as const;

export type PermissionName = (typeof permissionNames)[number];

/** Spellings of an administrator's role that screens recognise. The server never trusts them. */
const administratorRoles = new Set(['admin', 'superadmin', 'super_admin']);

export function isAdministratorRole(roleName: string | null | undefined): boolean {
  return administratorRoles.has((roleName ?? '').toLowerCase());
}
