import { paths } from '../lib/paths.ts';
import type { Guard, Restriction } from './guards.ts';
import { denied, restricted, restrictionOfStaff } from './restrictions.ts';
import { layouts, page, type AppRoute } from './route.tsx';

type LoadPage = Parameters<typeof page>[0];

const publicRoutes: readonly AppRoute[] = [
  {
    path: paths.landing(),
    title: 'Company accounts and payments',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/landing.tsx')),
  },
  {
    path: paths.wallet(),
    title: 'Wallet',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/wallet.tsx')),
  },
  {
    path: paths.login(),
    title: 'Sign In',
    guard: { kind: 'guest' },
    page: page(() => import('../pages/public/login.tsx')),
  },
  {
    path: paths.unauthorized(),
    title: 'Access Denied',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/unauthorized.tsx')),
  },
  {
    path: paths.dashboard(),
    title: 'Demo Wallet',
    guard: { kind: 'signed-in' },
    layout: layouts.wallet,
    page: page(() => import('../pages/demo-wallet-page.tsx')),
  },
];

const administrators: Guard = { kind: 'required-role', role: 'admin' };

const administratorsOfCredentials: Guard = {
  kind: 'required-role',
  role: 'admin',
  refusal: { to: paths.dashboard(), message: 'Access denied. Admin privileges required.' },
};

function admin(address: string, title: string, load: LoadPage, guard = administrators): AppRoute {
  const path = pattern(address);
  const access = { guard, ...restrictionOfStaff(address) };
  return { path, title, ...access, layout: layouts.admin, page: page(load) };
}

const adminRoutes: readonly AppRoute[] = [
  admin(paths.admin(), 'Dashboard', () => import('../pages/admin/dashboard-page.tsx')),
  admin(paths.approvals(), 'Approvals', () => import('../pages/admin/approvals-page.tsx')),
  admin(paths.approval(':id'), 'Approval', () => import('../pages/admin/approval-page.tsx')),
  admin(paths.settings(), 'Settings', () => import('../pages/admin/settings-page.tsx')),
  admin(paths.companies(), 'Companies', () => import('../pages/admin/companies-page.tsx')),
  admin(
    paths.companyCreate(),
    'Create Company',
    () => import('../pages/admin/company-create-page.tsx'),
  ),
  admin(
    paths.company(':id'),
    'Company Details',
    () => import('../pages/admin/company-details-page.tsx'),
  ),
  admin(
    paths.companyEdit(':id'),
    'Edit Company',
    () => import('../pages/admin/company-edit-page.tsx'),
  ),
  admin(
    paths.companyCredentials(':companyId'),
    'API Credentials',
    () => import('../pages/admin/credentials-page.tsx'),
    administratorsOfCredentials,
  ),
  admin(paths.users(), 'Users', () => import('../pages/admin/users-page.tsx')),
  admin(paths.userCreate(), 'Create User', () => import('../pages/admin/user-create-page.tsx')),
  admin(paths.user(':id'), 'User Details', () => import('../pages/admin/user-details-page.tsx')),
  admin(paths.userEdit(':id'), 'Edit User', () => import('../pages/admin/user-edit-page.tsx')),
  admin(paths.roles(), 'Roles Management', () => import('../pages/admin/roles-page.tsx')),
  admin(paths.roleCreate(), 'Create Role', () => import('../pages/admin/role-create-page.tsx')),
  admin(paths.role(':id'), 'Role Details', () => import('../pages/admin/role-details-page.tsx')),
  admin(paths.roleEdit(':id'), 'Edit Role', () => import('../pages/admin/role-edit-page.tsx')),
  admin(
    paths.companyLimits(':companyId'),
    'Limits',
    () => import('../pages/admin/company-limits-page.tsx'),
  ),
  admin(paths.audit(), 'Audit Log', () => import('../pages/admin/audit-page.tsx')),
  admin(paths.accounts(), 'Accounts', () => import('../pages/admin/accounts-page.tsx')),
  admin(
    paths.companyAccounts(':companyId'),
    'Company Accounts',
    () => import('../pages/admin/company-accounts-page.tsx'),
  ),
  admin(
    paths.companyAccountCreate(':companyId'),
    'Create New Account',
    () => import('../pages/admin/account-create-page.tsx'),
  ),
  admin(
    paths.companyAccount(':companyId', ':accountId'),
    'Account Details',
    () => import('../pages/admin/account-details-page.tsx'),
  ),
  admin(
    paths.companyAccountEdit(':companyId', ':accountId'),
    'Edit Account',
    () => import('../pages/admin/account-edit-page.tsx'),
  ),
];

const company: Guard = { kind: 'company' };
const companyOfUser: Guard = { kind: 'company', needsCompany: true };

type Extra = Partial<Pick<AppRoute, 'guard' | 'restriction'>>;

function client(address: string, title: string, load: LoadPage, extra: Extra = {}): AppRoute {
  const path = pattern(address);
  return { path, title, guard: company, layout: layouts.client, page: page(load), ...extra };
}

function restrictedTo(text: string, ...anyOf: Restriction['anyOf']): Extra {
  return { restriction: restricted(text, ...anyOf) };
}

function deniedBut(text: string, ...anyOf: Restriction['anyOf']): Extra {
  return { restriction: denied(text, ...anyOf) };
}

const viewProducts = ['canViewProducts', 'canManageProducts'] as const;

const clientHome = client(
  paths.client.home(),
  'Dashboard',
  () => import('../pages/client/dashboard-page.tsx'),
);

const clientRoutes: readonly AppRoute[] = [
  clientHome,
  { ...clientHome, path: paths.client.dashboard() },
  client(
    paths.client.transactions(),
    'Transactions',
    () => import('../pages/client/transactions-page.tsx'),
    restrictedTo('You do not have permission to view transactions', 'canViewTransactions'),
  ),
  client(
    paths.client.apiTransactions(),
    'API Transactions',
    () => import('../pages/client/api-transactions-page.tsx'),
    restrictedTo('You do not have permission to view API transactions', 'canViewTransactions'),
  ),
  client(
    paths.client.accounts(),
    'Accounts',
    () => import('../pages/client/accounts-page.tsx'),
    restrictedTo('You do not have permission to view accounts.', 'canViewAccounts'),
  ),
  client(
    paths.client.account(':id'),
    'Account Details',
    () => import('../pages/client/account-details-page.tsx'),
  ),
  client(
    paths.client.approvals(),
    'Approvals',
    () => import('../pages/client/approvals-page.tsx'),
    restrictedTo(
      'You do not have permission to view approvals',
      'canApprovePayouts',
      'canManageAccounts',
    ),
  ),
  client(
    paths.client.approval(':id'),
    'Approval',
    () => import('../pages/client/approval-page.tsx'),
    restrictedTo(
      'You do not have permission to view approvals',
      'canApprovePayouts',
      'canManageAccounts',
    ),
  ),
  client(
    paths.client.internetProducts(),
    'Internet Products',
    () => import('../pages/client/internet-products-page.tsx'),
    restrictedTo('You do not have permission to view products', ...viewProducts),
  ),
  client(
    paths.client.internetProduct(':productId'),
    'Internet Product',
    () => import('../pages/client/internet-product-details-page.tsx'),
    {
      guard: companyOfUser,
      ...restrictedTo('You do not have permission to view products', ...viewProducts),
    },
  ),
  client(
    paths.client.internetProductEdit(':productId'),
    'Edit Internet Product',
    () => import('../pages/client/internet-product-edit-page.tsx'),
    {
      guard: companyOfUser,
      ...deniedBut('You do not have permission to edit products.', 'canManageProducts'),
    },
  ),
  client(
    paths.client.productCodes(),
    'Product Codes',
    () => import('../pages/client/product-codes-page.tsx'),
    restrictedTo('You do not have permission to view product codes', ...viewProducts),
  ),
  client(
    paths.client.users(),
    'Users',
    () => import('../pages/client/users-page.tsx'),
    restrictedTo('You do not have permission to view users.', 'canViewUsers', 'canManageUsers'),
  ),
  client(
    paths.client.userCreate(),
    'Create User',
    () => import('../pages/client/user-create-page.tsx'),
    deniedBut('You do not have permission to create users.', 'canManageUsers'),
  ),
  client(
    paths.client.user(':id'),
    'User Details',
    () => import('../pages/client/user-details-page.tsx'),
  ),
  client(
    paths.client.userEdit(':id'),
    'Edit User',
    () => import('../pages/client/user-edit-page.tsx'),
    deniedBut('You do not have permission to edit users.', 'canManageUsers'),
  ),
  client(paths.client.settings(), 'Settings', () => import('../pages/client/settings-page.tsx')),
  client(
    paths.client.analytics(),
    'Analytics',
    () => import('../pages/client/analytics-page.tsx'),
    restrictedTo('You do not have permission to view analytics', 'canViewAnalytics'),
  ),
  client(
    paths.client.audit(),
    'Audit Log',
    () => import('../pages/client/audit-page.tsx'),
    restrictedTo('You do not have permission to view the audit log', 'canManageCompany'),
  ),
  client(
    paths.client.limits(),
    'Limits',
    () => import('../pages/client/limits-page.tsx'),
    restrictedTo(
      'You do not have permission to view limits',
      'canManageAccounts',
      'canManageCompany',
    ),
  ),
];

/** The address of a placeholder record, such as `paths.company(':id')`, in the router's syntax. */
function pattern(address: string): string {
  return decodeURIComponent(address);
}

const scopedPrefix = `${paths.client.home()}/company/:companyId`;

/** Every client page has a second path that contains the company. */
const scopedClientRoutes = clientRoutes.map((route) => ({
  ...route,
  path: route.path.replace(paths.client.home(), scopedPrefix),
}));

const unknown = { title: 'Page not found' };

export const routes: readonly AppRoute[] = [
  ...publicRoutes,
  ...adminRoutes,
  ...clientRoutes,
  ...scopedClientRoutes,
  // So that another company is refused before its path turns out to be unknown.
  { ...unknown, path: `${scopedPrefix}/*`, guard: company },
  { ...unknown, path: '*', guard: { kind: 'public' } },
];
