import { paths } from '../lib/paths.ts';
import { lazyComponent as lazyPage } from '../lib/lazy-component.tsx';
import type { AppRoute, Page } from './route.ts';

function admin(path: string, title: string, page: Page): AppRoute {
  return { path, title, page, layout: 'admin', guard: { kind: 'required-role', role: 'admin' } };
}

export const adminRoutes: readonly AppRoute[] = [
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
