import type { APIRequestContext } from '@playwright/test';
import { apiSignIn } from './sign-in.ts';

export interface Stop {
  readonly name: string;
  readonly path: string;
  /** Who looks at it; left out: a visitor. */
  readonly as?: string;
}

const superadmin = 'superadmin@sente.test';
const owner = 'owner@demo-one.test';

/** Every route of the portal once, and the screens that only some people see. */
export async function planTour(request: APIRequestContext): Promise<Stop[]> {
  const ids = await findIds(request);
  const company = `/companies/${ids.company}`;
  const admin = (name: string, path: string): Stop => ({
    name: `admin-${name}`,
    path,
    as: superadmin,
  });
  const client = (name: string, path: string): Stop => ({
    name: `client-${name}`,
    path: `/client${path}`,
    as: owner,
  });
  return [
    { name: 'public-landing', path: '/' },
    { name: 'public-wallet', path: '/wallet' },
    { name: 'public-login', path: '/login' },
    { name: 'public-unauthorized', path: '/unauthorized' },
    { name: 'dashboard', path: '/dashboard', as: owner },
    admin('dashboard', '/admin'),
    admin('settings', '/settings'),
    admin('companies', '/companies'),
    admin('companies-searched', '/companies?search=demo'),
    admin('companies-none-match', '/companies?search=no-such-company'),
    admin('company-create', '/companies/create'),
    admin('company', company),
    admin('company-not-found', '/companies/00000000-0000-7000-8000-00000000dead'),
    admin('company-edit', `/companies/edit/${ids.company}`),
    admin('credentials', `${company}/api-credentials`),
    admin('company-accounts', `${company}/accounts`),
    admin('company-account-create', `${company}/accounts/create`),
    admin('company-account', `${company}/accounts/${ids.company}`),
    admin('company-account-edit', `${company}/accounts/${ids.company}/edit`),
    admin('users', '/users'),
    admin('user-create', '/users/create'),
    admin('user', `/users/${ids.user}`),
    admin('user-edit', `/users/${ids.user}/edit`),
    admin('roles', '/roles'),
    admin('role-create', '/roles/create'),
    admin('role', `/roles/${ids.user}`),
    admin('role-edit', `/roles/${ids.user}/edit`),
    admin('accounts', '/accounts'),
    client('dashboard', ''),
    client('transactions', '/transactions'),
    client('api-transactions', '/apitransactions'),
    client('accounts', '/accounts'),
    client('account', `/accounts/${ids.company}`),
    client('internet-products', '/internet-products'),
    client('internet-product', `/internet-products/${ids.company}`),
    client('internet-product-edit', `/internet-products/${ids.company}/edit`),
    client('product-codes', '/product-codes'),
    client('users', '/users'),
    client('user-create', '/users/create'),
    client('user', `/users/${ids.user}`),
    client('user-edit', `/users/${ids.user}/edit`),
    client('settings', '/settings'),
    client('analytics', '/analytics'),
    {
      name: 'restricted-transactions',
      path: '/client/transactions',
      as: 'restricted@demo-one.test',
    },
    { name: 'restricted-user-create', path: '/client/users/create', as: 'viewer@demo-one.test' },
  ];
}

async function findIds(request: APIRequestContext): Promise<{ company: string; user: string }> {
  const session = await apiSignIn(request, owner);
  return { company: session.companyId, user: JSON.parse(session.authUser).id };
}
