import type { Restriction } from './guards.ts';
import { lazyComponent as lazyPage } from '../lib/lazy-component.tsx';
import type { AppRoute, Page } from './route.ts';

function client(path: string, title: string, page: Page, extra: Partial<AppRoute> = {}): AppRoute {
  return { path, title, page, layout: 'client', guard: { kind: 'company' }, ...extra };
}

function restricted(text: string, ...anyOf: Restriction['anyOf']): Pick<AppRoute, 'restriction'> {
  return { restriction: { anyOf, heading: 'Access Restricted', text } };
}

function denied(text: string, ...anyOf: Restriction['anyOf']): Pick<AppRoute, 'restriction'> {
  return { restriction: { anyOf, heading: 'Access Denied', text } };
}

const needsCompany = { guard: { kind: 'company', needsCompany: true } } as const;

const dashboardPage = lazyPage(() => import('../pages/client/dashboard-page.tsx'));

export const clientRoutes: readonly AppRoute[] = [
  client('/client', 'Dashboard', dashboardPage),
  client('/client/dashboard', 'Dashboard', dashboardPage),
  client(
    '/client/transactions',
    'Transactions',
    lazyPage(() => import('../pages/client/transactions-page.tsx')),
    restricted('You do not have permission to view transactions', 'canViewTransactions'),
  ),
  client(
    '/client/apitransactions',
    'API Transactions',
    lazyPage(() => import('../pages/client/api-transactions-page.tsx')),
    restricted('You do not have permission to view API transactions', 'canViewTransactions'),
  ),
  client(
    '/client/accounts',
    'Accounts',
    lazyPage(() => import('../pages/client/accounts-page.tsx')),
    restricted('You do not have permission to view accounts.', 'canViewAccounts'),
  ),
  client(
    '/client/accounts/:id',
    'Account Details',
    lazyPage(() => import('../pages/client/account-details-page.tsx')),
  ),
  client(
    '/client/internet-products',
    'Internet Products',
    lazyPage(() => import('../pages/client/internet-products-page.tsx')),
  ),
  client(
    '/client/internet-products/:productId',
    'Internet Product',
    lazyPage(() => import('../pages/client/internet-product-details-page.tsx')),
    needsCompany,
  ),
  client(
    '/client/internet-products/:productId/edit',
    'Edit Internet Product',
    lazyPage(() => import('../pages/client/internet-product-edit-page.tsx')),
    needsCompany,
  ),
  client(
    '/client/product-codes',
    'Product Codes',
    lazyPage(() => import('../pages/client/product-codes-page.tsx')),
  ),
  client(
    '/client/users',
    'Users',
    lazyPage(() => import('../pages/client/users-page.tsx')),
    restricted('You do not have permission to view users.', 'canViewUsers', 'canManageUsers'),
  ),
  client(
    '/client/users/create',
    'Create User',
    lazyPage(() => import('../pages/client/user-create-page.tsx')),
    denied('You do not have permission to create users.', 'canManageUsers'),
  ),
  client(
    '/client/users/:id',
    'User Details',
    lazyPage(() => import('../pages/client/user-details-page.tsx')),
  ),
  client(
    '/client/users/:id/edit',
    'Edit User',
    lazyPage(() => import('../pages/client/user-edit-page.tsx')),
    denied('You do not have permission to edit users.', 'canManageUsers'),
  ),
  client(
    '/client/settings',
    'Settings',
    lazyPage(() => import('../pages/client/settings-page.tsx')),
  ),
  client(
    '/client/analytics',
    'Analytics',
    lazyPage(() => import('../pages/client/analytics-page.tsx')),
    restricted('You do not have permission to view analytics', 'canViewAnalytics'),
  ),
];
