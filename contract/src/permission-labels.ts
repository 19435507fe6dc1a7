import type { PermissionName } from './permissions.ts';

/** Apart from the names, because only the pages of roles need the words. */
const labels: Readonly<Record<PermissionName, string>> = {
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
  staffRead: 'See everything in the back-office',
  staffCompanies: 'Manage companies, accounts and products',
  staffUsers: 'Manage users and company roles',
  staffMoney: 'Deposit, approve, reverse and decide payments',
  staffKeys: 'Manage API credentials and webhooks',
  staffFees: 'Set fees and limits',
  staffWebhooks: 'Send webhook events again',
  staffSettings: 'Change the settings of the platform',
  staffGrants: 'Grant and change staff roles',
};

/** A permission in words; one that this version does not know keeps its name. */
export function permissionLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name as PermissionName] : name;
}
