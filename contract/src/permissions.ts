/** What a role can allow inside a company. */
export const companyPermissionNames = [
  'canViewTransactions',
  'canViewAccounts',
  'canManageAccounts',
  'canApprovePayouts',
  'canViewAnalytics',
  'canViewUsers',
  'canManageUsers',
  'canViewProducts',
  'canManageProducts',
  'canRevealCodes',
  'canEditProfile',
  'canManageCompany',
] as const;

/** What a staff role can allow in the back-office. It has no effect for users who are not staff. */
export const staffPermissionNames = [
  'staffRead',
  'staffCompanies',
  'staffUsers',
  'staffMoney',
  'staffKeys',
  'staffFees',
  'staffWebhooks',
  'staffSettings',
  'staffGrants',
] as const;

export type CompanyPermissionName = (typeof companyPermissionNames)[number];
export type StaffPermissionName = (typeof staffPermissionNames)[number];
export type PermissionName = CompanyPermissionName | StaffPermissionName;

export const permissionNames: readonly PermissionName[] = [
  ...companyPermissionNames,
  ...staffPermissionNames,
];

export function isStaffPermission(name: string): name is StaffPermissionName {
  return (staffPermissionNames as readonly string[]).includes(name);
}
