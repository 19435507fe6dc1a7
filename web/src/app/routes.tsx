import { paths } from '../lib/paths.ts';
import type { Guard, Restriction } from './guards.ts';
import { lazyComponent as lazyPage, type LazyComponent } from './lazy-component.tsx';

export type LayoutName = 'bare' | 'public' | 'admin' | 'client';

interface PageProps {
  /** The route's title, for a page that stands in for several routes. */
  title: string;
}

type Page = LazyComponent<PageProps>;

export interface AppRoute {
  readonly path: string;
  /** In the browser's tab, and the heading of a page that is not built yet. */
  readonly title: string;
  readonly guard: Guard;
  readonly restriction?: Restriction;
  readonly layout: LayoutName;
  readonly page: Page;
}

const NotBuilt = lazyPage(() => import('../pages/not-built.tsx'));
const Elsewhere = lazyPage(() => import('./elsewhere.tsx'));

const publicRoutes: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Company accounts and payments',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/landing.tsx')),
  },
  {
    path: '/wallet',
    title: 'Wallet',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/wallet.tsx')),
  },
  {
    path: '/login',
    title: 'Sign In',
    guard: { kind: 'guest' },
    layout: 'bare',
    page: lazyPage(() => import('../pages/public/login.tsx')),
  },
  {
    path: '/unauthorized',
    title: 'Access Denied',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/unauthorized.tsx')),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    guard: { kind: 'signed-in' },
    layout: 'public',
    page: lazyPage(() => import('../pages/dashboard.tsx')),
  },
];

function admin(path: string, title: string, page: Page = NotBuilt): AppRoute {
  return { path, title, page, layout: 'admin', guard: { kind: 'required-role', role: 'admin' } };
}

const adminRoutes: readonly AppRoute[] = [
  admin(
    '/admin',
    'Dashboard',
    lazyPage(() => import('../pages/admin/dashboard-page.tsx')),
  ),
  admin(
    '/settings',
    'Settings',
    lazyPage(() => import('../pages/admin/settings-page.tsx')),
  ),
  admin(
    '/companies',
    'Companies',
    lazyPage(() => import('../pages/admin/companies-page.tsx')),
  ),
  admin(
    '/companies/create',
    'Create Company',
    lazyPage(() => import('../pages/admin/company-create-page.tsx')),
  ),
  admin(
    '/companies/:id',
    'Company Details',
    lazyPage(() => import('../pages/admin/company-details-page.tsx')),
  ),
  admin(
    '/companies/edit/:id',
    'Edit Company',
    lazyPage(() => import('../pages/admin/company-edit-page.tsx')),
  ),
  {
    ...admin(
      '/companies/:companyId/api-credentials',
      'API Credentials',
      lazyPage(() => import('../pages/admin/credentials-page.tsx')),
    ),
    guard: {
      kind: 'allowed-roles',
      roles: ['admin', 'superadmin', 'super_admin'],
      refusal: {
        to: paths.dashboard(),
        message: 'Access denied. Admin privileges required.',
      },
    },
  },
  admin(
    '/users',
    'Users',
    lazyPage(() => import('../pages/admin/users-page.tsx')),
  ),
  admin(
    '/users/create',
    'Create User',
    lazyPage(() => import('../pages/admin/user-create-page.tsx')),
  ),
  admin(
    '/users/:id',
    'User Details',
    lazyPage(() => import('../pages/admin/user-details-page.tsx')),
  ),
  admin(
    '/users/:id/edit',
    'Edit User',
    lazyPage(() => import('../pages/admin/user-edit-page.tsx')),
  ),
  admin(
    '/roles',
    'Roles Management',
    lazyPage(() => import('../pages/admin/roles-page.tsx')),
  ),
  admin(
    '/roles/create',
    'Create Role',
    lazyPage(() => import('../pages/admin/role-create-page.tsx')),
  ),
  admin(
    '/roles/:id',
    'Role Details',
    lazyPage(() => import('../pages/admin/role-details-page.tsx')),
  ),
  admin(
    '/roles/:id/edit',
    'Edit Role',
    lazyPage(() => import('../pages/admin/role-edit-page.tsx')),
  ),
  admin(
    '/accounts',
    'Accounts',
    lazyPage(() => import('../pages/admin/accounts-page.tsx')),
  ),
  admin(
    '/companies/:companyId/accounts',
    'Company Accounts',
    lazyPage(() => import('../pages/admin/company-accounts-page.tsx')),
  ),
  admin(
    '/companies/:companyId/accounts/create',
    'Create New Account',
    lazyPage(() => import('../pages/admin/account-create-page.tsx')),
  ),
  admin(
    '/companies/:companyId/accounts/:accountId',
    'Account Details',
    lazyPage(() => import('../pages/admin/account-details-page.tsx')),
  ),
  admin(
    '/companies/:companyId/accounts/:accountId/edit',
    'Edit Account',
    lazyPage(() => import('../pages/admin/account-edit-page.tsx')),
  ),
];

function client(path: string, title: string, extra: Partial<AppRoute> = {}): AppRoute {
  return { path, title, page: NotBuilt, layout: 'client', guard: { kind: 'company' }, ...extra };
}

function restricted(text: string, ...anyOf: Restriction['anyOf']): Pick<AppRoute, 'restriction'> {
  return { restriction: { anyOf, heading: 'Access Restricted', text } };
}

function denied(text: string, ...anyOf: Restriction['anyOf']): Pick<AppRoute, 'restriction'> {
  return { restriction: { anyOf, heading: 'Access Denied', text } };
}

const needsCompany = { guard: { kind: 'company', needsCompany: true } } as const;

const clientRoutes: readonly AppRoute[] = [
  client('/client', 'Dashboard'),
  client('/client/dashboard', 'Dashboard'),
  client(
    '/client/transactions',
    'Transactions',
    restricted('You do not have permission to view transactions', 'canViewTransactions'),
  ),
  client('/client/apitransactions', 'API Transactions', {
    ...restricted('You do not have permission to view API transactions', 'canViewTransactions'),
    page: lazyPage(() => import('../pages/client/api-transactions-page.tsx')),
  }),
  client(
    '/client/accounts',
    'Accounts',
    restricted('You do not have permission to view accounts.', 'canViewAccounts'),
  ),
  client('/client/accounts/:id', 'Account Details'),
  client('/client/internet-products', 'Internet Products'),
  client('/client/internet-products/:productId', 'Internet Product', needsCompany),
  client('/client/internet-products/:productId/edit', 'Edit Internet Product', needsCompany),
  client('/client/product-codes', 'Product Codes'),
  client(
    '/client/users',
    'Users',
    restricted('You do not have permission to view users.', 'canViewUsers', 'canManageUsers'),
  ),
  client(
    '/client/users/create',
    'Create User',
    denied('You do not have permission to create users.', 'canManageUsers'),
  ),
  client('/client/users/:id', 'User Details'),
  client(
    '/client/users/:id/edit',
    'Edit User',
    denied('You do not have permission to edit users.', 'canManageUsers'),
  ),
  client('/client/settings', 'Settings'),
  client(
    '/client/analytics',
    'Analytics',
    restricted('You do not have permission to view analytics', 'canViewAnalytics'),
  ),
];

const scopedPrefix = '/client/company/:companyId';

/** Every client page has a second name that carries the company. */
const scopedClientRoutes: readonly AppRoute[] = [
  ...clientRoutes.map((route) => ({
    ...route,
    path: route.path.replace('/client', scopedPrefix),
  })),
  // So that another company is refused before its path turns out to be unknown.
  client(`${scopedPrefix}/*`, 'Page not found', { page: Elsewhere, layout: 'bare' }),
];

export const routes: readonly AppRoute[] = [
  ...publicRoutes,
  ...adminRoutes,
  ...clientRoutes,
  ...scopedClientRoutes,
  {
    path: '*',
    title: 'Page not found',
    guard: { kind: 'public' },
    layout: 'bare',
    page: Elsewhere,
  },
];
