/**
 * Spellings of administrator roles that the screens recognise. The server does not rely on them.
 */
const administratorRoles = new Set(['admin', 'superadmin', 'super_admin']);

export function isAdministratorRole(roleName: string | null | undefined): boolean {
  return administratorRoles.has((roleName ?? '').toLowerCase());
}
