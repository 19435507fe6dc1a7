import type { APIRequestContext } from '@playwright/test';
import { apiSignIn } from './sign-in.ts';

export interface Stop {
  readonly name: string;
  readonly path: string;
  /** Who looks at it; left out: a visitor. */
  readonly as?: string;
  /** Not built yet: only the frame around the panel is there to be seen. */
  readonly placeholderIn?: 'public frame' | 'admin frame' | 'client frame';
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
  const adminPlaceholder = (name: string, path: string): Stop => ({
    ...admin(name, path),
    placeholderIn: 'admin frame',
  });
  const clientPlaceholder = (name: string, path: string): Stop => ({
    name: `client-${name}`,
    path: `/client${path}`,
    as: owner,
    placeholderIn: 'client frame',
  });
  return [
    { name: 'public-landing', path: '/' },
    { name: 'public-wallet', path: '/wallet' },
    { name: 'public-login', path: '/login' },
    { name: 'public-unauthorized', path: '/unauthorized' },
    { name: 'dashboard', path: '/dashboard', as: owner, placeholderIn: 'public frame' },
    adminPlaceholder('dashboard', '/admin'),
    adminPlaceholder('settings', '/settings'),
    admin('companies', '/companies'),
    admin('companies-searched', '/companies?search=demo'),
    admin('companies-none-match', '/companies?search=no-such-company'),
    admin('company-create', '/companies/create'),
    admin('company', company),
    admin('company-not-found', '/companies/00000000-0000-7000-8000-00000000dead'),
    admin('company-edit', `/companies/edit/${ids.company}`),
    adminPlaceholder('credentials', `${company}/api-credentials`),
    adminPlaceholder('company-accounts', `${company}/accounts`),
    adminPlaceholder('company-account-create', `${company}/accounts/create`),
    adminPlaceholder('company-account', `${company}/accounts/${ids.company}`),
    adminPlaceholder('company-account-edit', `${company}/accounts/${ids.company}/edit`),
    adminPlaceholder('users', '/users'),
    adminPlaceholder('user-create', '/users/create'),
    adminPlaceholder('user', `/users/${ids.user}`),
    adminPlaceholder('user-edit', `/users/${ids.user}/edit`),
    adminPlaceholder('roles', '/roles'),
    adminPlaceholder('role-create', '/roles/create'),
    adminPlaceholder('role', `/roles/${ids.user}`),
    adminPlaceholder('role-edit', `/roles/${ids.user}/edit`),
    adminPlaceholder('accounts', '/accounts'),
    clientPlaceholder('dashboard', ''),
    clientPlaceholder('transactions', '/transactions'),
    clientPlaceholder('api-transactions', '/apitransactions'),
    clientPlaceholder('accounts', '/accounts'),
    clientPlaceholder('account', `/accounts/${ids.company}`),
    clientPlaceholder('internet-products', '/internet-products'),
    clientPlaceholder('internet-product', `/internet-products/${ids.company}`),
    clientPlaceholder('internet-product-edit', `/internet-products/${ids.company}/edit`),
    clientPlaceholder('product-codes', '/product-codes'),
    clientPlaceholder('users', '/users'),
    clientPlaceholder('user-create', '/users/create'),
    clientPlaceholder('user', `/users/${ids.user}`),
    clientPlaceholder('user-edit', `/users/${ids.user}/edit`),
    clientPlaceholder('settings', '/settings'),
    clientPlaceholder('analytics', '/analytics'),
    {
      name: 'restricted-transactions',
      path: '/client/transactions',
      as: 'restricted@demo-one.test',
    },
    { name: 'restricted-user-create', path: '/client/users/create', as: 'viewer@demo-one.test' },
  ];
}

/** One placeholder stands for all in its frame. */
export function withoutRepetition(stops: readonly Stop[]): Stop[] {
  const isFirstInFrame = ({ placeholderIn }: Stop, index: number) =>
    stops.findIndex((stop) => stop.placeholderIn === placeholderIn) === index;
  return stops.filter((stop, index) => !stop.placeholderIn || isFirstInFrame(stop, index));
}

async function findIds(request: APIRequestContext): Promise<{ company: string; user: string }> {
  const session = await apiSignIn(request, owner);
  return { company: session.companyId, user: JSON.parse(session.authUser).id };
}
