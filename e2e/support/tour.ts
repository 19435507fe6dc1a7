import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { planScenes } from './scenes.ts';
import { sessionOf } from './sign-in.ts';

export interface Stop {
  readonly name: string;
  readonly path: string;
  /** The user; undefined for a visitor. */
  readonly as?: string;
  /** The same screen as another stop, with less content. */
  readonly isVariant?: boolean;
}

const superadmin = 'superadmin@sente.test';
const owner = 'owner@demo-one.test';
/** client_manager, which every installation has. */
const builtInRole = '00000000-0000-7000-8000-000000000212';

/** Users with fewer permissions visit each of these. */
const clientAreas = [
  '',
  '/transactions',
  '/apitransactions',
  '/accounts',
  '/internet-products',
  '/product-codes',
  '/users',
  '/settings',
  '/analytics',
];

function clientOf(who: string, as: string, path: string): Stop {
  const area = path === '' ? 'dashboard' : path.slice(1).replaceAll('/', '-');
  return { name: `client-${who}-${area}`, path: `/client${path}`, as, isVariant: true };
}

/** The route patterns of the build; the paths with a company in them are aliases. */
export function portalRoutes(): string[] {
  const file = join(process.env['SENTE_WEB_DIR'] ?? '', '.vite/route-files.json');
  const routes = JSON.parse(readFileSync(file, 'utf8')) as { path: string }[];
  return routes
    .map(({ path }) => path)
    .filter((path) => !path.includes('*') && !path.startsWith('/client/company/'));
}

/** The route that shows a path: `/users/create` rather than `/users/:id`. */
export function routeOf(path: string): string | undefined {
  const { pathname } = new URL(path, 'http://portal');
  return portalRoutes()
    .toSorted((a, b) => a.split(':').length - b.split(':').length)
    .find((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
}

/** Every route of the portal but those of the scenes, and the screens that only some users see. */
export async function planTour(request: APIRequestContext): Promise<Stop[]> {
  const named = await namedStops(request);
  const visited = new Set([...named, ...planScenes()].map(({ path }) => routeOf(path)));
  const others = portalRoutes().filter((route) => !route.includes(':') && !visited.has(route));
  return [...named, ...others.map(plainStop)];
}

/** A page that needs no record is visited without being named. */
function plainStop(path: string): Stop {
  const isClient = path.startsWith('/client');
  const name = `${isClient ? '' : 'admin-'}${path.slice(1).replaceAll('/', '-')}-plain`;
  return { name, path, as: isClient ? owner : superadmin };
}

async function namedStops(request: APIRequestContext): Promise<Stop[]> {
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
    { name: 'public-verify', path: '/verify' },
    { name: 'public-status', path: '/status' },
    { name: 'public-login', path: '/login' },
    { name: 'public-open-demo', path: '/demo' },
    { name: 'public-forgot-password', path: '/forgot-password' },
    { name: 'public-set-password-broken', path: '/set-password#no-such-link' },
    { name: 'public-unauthorized', path: '/unauthorized' },
    { name: 'till-to-pair', path: '/till' },
    ...['', 'transactions', 'analytics', 'settings'].map((tab) => ({
      name: `wallet-${tab || 'overview'}`,
      path: tab ? `/dashboard?tab=${tab}` : '/dashboard',
      as: owner,
    })),
    admin('dashboard', '/admin'),
    admin('dashboard-failed', '/admin?period=90days&status=failed'),
    admin('approvals', '/approvals'),
    admin('approvals-decided', '/approvals?tab=decided'),
    admin('payments-to-decide', '/approvals?tab=payments'),
    admin('unknown-payments', '/approvals?tab=unknown'),
    admin('approval', `/approvals/${ids.approval}`),
    admin('approval-not-found', '/approvals/00000000-0000-7000-8000-00000000dead'),
    admin('payout-brakes', '/brake'),
    admin('payout-brake', `/brake/${ids.brake}`),
    admin('payout-brake-not-found', '/brake/00000000-0000-7000-8000-00000000dead'),
    admin('reconciliation', '/reconciliation'),
    admin('cases', '/reconciliation/cases?state=all'),
    admin('case-not-found', '/reconciliation/cases/00000000-0000-7000-8000-00000000dead'),
    admin('statements', '/reconciliation/statements?network=AIRTEL'),
    admin('statement-not-found', '/reconciliation/statements/00000000-0000-7000-8000-00000000dead'),
    admin('settlements-batches', '/settlements?tab=batches'),
    admin(
      'settlement-batch-not-found',
      '/settlements/batches/00000000-0000-7000-8000-00000000dead',
    ),
    admin('blocked-numbers', '/blocked-numbers'),
    admin('company-settlements', `${company}/settlements`),
    admin('settings', '/settings'),
    admin('settings-security', '/settings?tab=security'),
    admin('settings-notifications', '/settings?tab=notifications'),
    admin('companies', '/companies'),
    admin('companies-searched', '/companies?search=demo'),
    admin('companies-none-match', '/companies?search=no-such-company'),
    admin('company-create', '/companies/create'),
    admin('company', company),
    ...['payments', 'products', 'terms', 'test', 'history'].map((tab) =>
      admin(`company-${tab}`, `${company}?tab=${tab}`),
    ),
    admin('company-product', `${company}/products/${ids.product}`),
    admin('company-not-found', '/companies/00000000-0000-7000-8000-00000000dead'),
    admin('company-edit', `/companies/edit/${ids.company}`),
    admin('credentials', `${company}/api-credentials`),
    admin('company-limits', `${company}/limits`),
    admin('company-accounts', `${company}/accounts`),
    admin('company-accounts-none-match', `${company}/accounts?search=no-such-account`),
    admin('company-account-create', `${company}/accounts/create`),
    admin('company-account', `${company}/accounts/${ids.account}`),
    admin('company-account-not-found', `${company}/accounts/${ids.company}`),
    admin('company-account-edit', `${company}/accounts/${ids.account}/edit`),
    admin('enquiries', '/enquiries'),
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
    admin('transactions-none-match', '/transactions?search=999999'),
    admin('transaction', `/transactions/${ids.transaction}`),
    admin('receipt', `/transactions/${ids.transaction}/receipt`),
    admin('transaction-waiting', `/transactions/${ids.approval}`),
    admin('transaction-not-found', '/transactions/00000000-0000-7000-8000-00000000dead'),
    client('dashboard', ''),
    client('add-money', '?action=add-money'),
    client('send-money', '?action=send-money'),
    client('withdraw', '?action=withdraw'),
    client('qr-pay', '?action=qr-pay'),
    client('transactions', '/transactions'),
    client('transactions-none-match', '/transactions?search=no-such-transaction'),
    client('transaction', `/transactions/${ids.transaction}`),
    client('receipt', `/transactions/${ids.transaction}/receipt`),
    client('receipt-none', `/transactions/${ids.approval}/receipt`),
    client('transaction-waiting', `/transactions/${ids.approval}`),
    client('api-transactions', '/apitransactions'),
    client('api-transactions-none-match', '/apitransactions?search=no-such-request'),
    client('accounts', '/accounts'),
    client('accounts-none-match', '/accounts?search=no-such-account'),
    client('account-create', '/accounts?action=new-account'),
    client('account', `/accounts/${ids.account}`),
    client('account-not-found', `/accounts/${ids.company}`),
    client('sell-voucher', '?action=sell-voucher'),
    client('developers', '/developers'),
    client('developers-create', '/developers?action=create-key'),
    client('webhooks', '/developers/webhooks'),
    client('webhook-create', '/developers/webhooks?action=add-webhook'),
    client('events', '/developers/events'),
    client('requests', '/developers/requests'),
    client('requests-none-match', '/developers/requests?search=no-such-path'),
    client('examinations', '/developers/examinations'),
    client('examination-not-found', `/developers/examinations/${ids.company}`),
    client('payment-links', '/payment-links'),
    client('payment-links-none-match', '/payment-links?search=no-such-link'),
    client('payment-link-create', '/payment-links?action=create'),
    client('payment-link', `/payment-links/${ids.link}`),
    client('tills', '/tills'),
    client('till-create', '/tills?action=create'),
    client('till', `/tills/${ids.till}`),
    client('till-shift', `/tills/${ids.till}/shifts/${ids.shift}`),
    client('payment-link-poster', `/payment-links/${ids.link}/poster`),
    client('bulk-payouts', '/bulk-payouts'),
    client('bulk-payouts-none-match', '/bulk-payouts?search=no-such-bulk-payout'),
    client('bulk-payout', `/bulk-payouts/${ids.bulk}`),
    client('recipients', '/recipients'),
    client('settlements', '/settlements'),
    client('settle', '/settlements?action=settle'),
    client('recipients-none-match', '/recipients?search=no-such-recipient'),
    client('approvals', '/approvals'),
    client('approval', `/approvals/${ids.approval}`),
    client('internet-products', '/internet-products'),
    client('internet-products-none-match', '/internet-products?search=no-such-product'),
    client('internet-product-create', '/internet-products?action=add-product'),
    client('internet-product', `/internet-products/${ids.product}`),
    client('internet-product-edit', `/internet-products/${ids.product}/edit`),
    client('product-codes', '/product-codes'),
    client('product-codes-none-match', '/product-codes?search=no-such-code'),
    client('product-codes-uploads', '/product-codes?tab=uploads'),
    client('product-codes-upload', '/product-codes?action=upload-csv'),
    client('users', '/users'),
    client('users-pending', '/users?status=pending'),
    client('users-none-match', '/users?search=no-such-user'),
    client('user-create', '/users/create'),
    client('user', `/users/${ids.colleague}`),
    client('user-not-found', `/users/${ids.company}`),
    client('user-edit', `/users/${ids.colleague}/edit`),
    client('user-edit-own', `/users/${ids.user}/edit`),
    client('settings', '/settings'),
    client('settings-company', '/settings?tab=company'),
    client('settings-security', '/settings?tab=security'),
    client('settings-notifications', '/settings?tab=notifications'),
    client('analytics', '/analytics?range=90'),
    ...clientAreas.map((area) => clientOf('empty', 'owner@empty.test', area)),
    ...clientAreas.map((area) => clientOf('no-company', 'nocompany@sente.test', area)),
    ...clientAreas.map((area) => clientOf('restricted', 'restricted@demo-one.test', area)),
    clientOf('viewer', 'viewer@demo-one.test', ''),
    clientOf('viewer', 'viewer@demo-one.test', '/users/create'),
    clientOf('lister', 'lister@demo-one.test', '/users'),
  ];
}

interface Ids {
  readonly company: string;
  readonly user: string;
  readonly colleague: string;
  readonly account: string;
  readonly product: string;
  readonly link: string;
  readonly bulk: string;
  readonly till: string;
  readonly shift: string;
  readonly approval: string;
  /** A payment with its steps. */
  readonly transaction: string;
  readonly brake: string;
}

async function findIds(request: APIRequestContext): Promise<Ids> {
  const session = await sessionOf(request, owner);
  const company = session.companyId;
  const user = JSON.parse(session.authUser).id as string;
  const read = async (path: string, { authToken } = session) => {
    const headers = { authorization: `Bearer ${authToken}` };
    return (await (await request.get(`/api${path}`, { headers })).json()).data;
  };
  const [account] = await read(`/Account/company/${company}`);
  const [product] = await read(`/v1/InternetProducts/company/${company}`);
  const [link] = await read('/PaymentLinks');
  const [bulk] = await read('/BulkPayouts?state=finished');
  const [till] = await read('/Tills');
  const [shift] = await read(`/Tills/${till.id}/shifts`);
  const { items } = await read(`/User/company/${company}/paged?role=manager`);
  const staff = await sessionOf(request, superadmin);
  const [approval] = await read(`/Approvals?kind=payout&companyId=${company}`, staff);
  const [brake] = await read('/PayoutBrakes', staff);
  const [transaction] = await read(`/Transaction/${company}/transactions?status=SUCCESS&limit=1`);
  return {
    company,
    user,
    colleague: items[0].id,
    account: account.id,
    product: product.recordId,
    link: link.id,
    bulk: bulk.id,
    till: till.id,
    shift: shift.id,
    approval: approval.id,
    brake: brake.id,
    transaction: transaction.record_id,
  };
}
