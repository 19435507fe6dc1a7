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
/** client_manager, which every installation has. */
const builtInRole = '00000000-0000-7000-8000-000000000212';

/** Every route of the portal once, and the screens that only some people see. */
export async function planTour(request: APIRequestContext): Promise<Stop[]> {
  const ids = await findIds(request);
  const company = `/companies/${ids.company}`;
  const admin = (name: string, path: string): Stop => ({
    name: `admin-${name}`,
    path,
    as: superadmin,
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
    admin('dashboard', '/admin'),
    admin('dashboard-failed', '/admin?period=90days&status=failed'),
    admin('approvals', '/admin?approvals=payouts'),
    admin('payments-to-decide', '/admin?approvals=payments'),
    admin('settings', '/settings'),
    admin('settings-security', '/settings?tab=security'),
    admin('settings-notifications', '/settings?tab=notifications'),
    admin('companies', '/companies'),
    admin('companies-searched', '/companies?search=demo'),
    admin('companies-none-match', '/companies?search=no-such-company'),
    admin('company-create', '/companies/create'),
    admin('company', company),
    admin('company-not-found', '/companies/00000000-0000-7000-8000-00000000dead'),
    admin('company-edit', `/companies/edit/${ids.company}`),
    admin('credentials', `${company}/api-credentials`),
    admin('company-accounts', `${company}/accounts`),
    admin('company-accounts-none-match', `${company}/accounts?search=no-such-account`),
    admin('company-account-create', `${company}/accounts/create`),
    admin('company-account', `${company}/accounts/${ids.account}`),
    admin('company-account-not-found', `${company}/accounts/${ids.company}`),
    admin('company-account-edit', `${company}/accounts/${ids.account}/edit`),
    admin('users', '/users'),
    admin('users-of-company', `/users?companyId=${ids.company}`),
    admin('users-none-match', '/users?search=no-such-user'),
    admin('user-create', '/users/create'),
    admin('user', `/users/${ids.user}`),
    admin('user-not-found', '/users/00000000-0000-7000-8000-00000000dead'),
    admin('user-edit', `/users/${ids.user}/edit`),
    admin('roles', '/roles'),
    admin('roles-none-match', '/roles?search=no-such-role'),
    admin('role-create', '/roles/create'),
    admin('role', `/roles/${builtInRole}`),
    admin('role-not-found', '/roles/00000000-0000-7000-8000-00000000dead'),
    admin('role-edit', `/roles/${builtInRole}/edit`),
    admin('accounts', '/accounts'),
    admin('accounts-of-company', `/accounts?companyId=${ids.company}&type=savings`),
    admin('accounts-suspended', '/accounts?status=suspended'),
    clientPlaceholder('dashboard', ''),
    clientPlaceholder('transactions', '/transactions'),
    { name: 'client-api-transactions', path: '/client/apitransactions', as: owner },
    {
      name: 'client-api-transactions-none-match',
      path: '/client/apitransactions?search=no-such-request',
      as: owner,
    },
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

interface Ids {
  readonly company: string;
  readonly user: string;
  readonly account: string;
}

async function findIds(request: APIRequestContext): Promise<Ids> {
  const session = await apiSignIn(request, owner);
  const company = session.companyId;
  const accounts = await request.get(`/api/Account/company/${company}`, {
    headers: { authorization: `Bearer ${session.authToken}` },
  });
  const [account] = (await accounts.json()).data;
  return { company, user: JSON.parse(session.authUser).id, account: account.id };
}
