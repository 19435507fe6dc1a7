/**
 * What a role can allow inside a company. Staff need none of these: staff power is a flag on the
 * user, independent of role names.
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

/**
 * Spellings of administrator roles that the screens recognise. The server does not rely on them.
 */
const administratorRoles = new Set(['admin', 'superadmin', 'super_admin']);

export function isAdministratorRole(roleName: string | null | undefined): boolean {
  return administratorRoles.has((roleName ?? '').toLowerCase());
}
