/** What a role can allow inside a company, in the words of the screens. */
const companyPermissions = {
  canViewTransactions: 'See transactions',
  canViewAccounts: 'See accounts and balances',
  canManageAccounts: 'Open accounts and ask for payments',
  canApprovePayouts: 'Approve payouts of colleagues',
  canViewAnalytics: 'See analytics',
  canViewUsers: 'See the people of the company',
  canManageUsers: 'Add, change and remove people',
  canViewProducts: 'See products and stock',
  canManageProducts: 'Change products, upload and withdraw vouchers',
  canRevealCodes: 'See vouchers in clear',
  canEditProfile: 'Change their own details',
  canManageCompany: 'Run the company: settings, rules and history',
} as const;

/** What a staff role can allow in the back-office. It has no effect for users who are not staff. */
const staffPermissions = {
  staffRead: 'See everything in the back-office',
  staffCompanies: 'Manage companies, accounts and products',
  staffUsers: 'Manage users and company roles',
  staffMoney: 'Deposit, approve, reverse and decide payments',
  staffKeys: 'Manage API credentials and webhooks',
  staffFees: 'Set fees and limits',
  staffWebhooks: 'Send webhook events again',
  staffSettings: 'Change the settings of the platform',
  staffGrants: 'Grant and change staff roles',
} as const;

export type CompanyPermissionName = keyof typeof companyPermissions;
export type StaffPermissionName = keyof typeof staffPermissions;
export type PermissionName = CompanyPermissionName | StaffPermissionName;

export const companyPermissionNames = Object.keys(companyPermissions) as CompanyPermissionName[];
export const staffPermissionNames = Object.keys(staffPermissions) as StaffPermissionName[];
export const permissionNames: readonly PermissionName[] = [
  ...companyPermissionNames,
  ...staffPermissionNames,
];

const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...companyPermissions, ...staffPermissions }),
);

/** A permission in words; one that this version does not know keeps its name. */
export function permissionLabel(name: string): string {
  return labels.get(name) ?? name;
}

export function isStaffPermission(name: string): name is StaffPermissionName {
  return Object.hasOwn(staffPermissions, name);
}

/**
 * Spellings of administrator roles that the screens recognise. The server does not rely on them.
 */
const administratorRoles = new Set(['admin', 'superadmin', 'super_admin']);

export function isAdministratorRole(roleName: string | null | undefined): boolean {
  return administratorRoles.has((roleName ?? '').toLowerCase());
}
