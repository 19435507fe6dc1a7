import type { SessionUser } from '@sente/contract/auth';
import {
  permissionNames,
  staffPermissionNames,
  type StaffPermissionName,
} from '@sente/contract/permissions';
import { matchRoute } from '../lib/route-match.ts';
import { describe, expect, it } from 'vitest';
import { stateFor } from '../session/requested-page.ts';
import {
  loginReplyOf,
  otherCompanyId,
  owner,
  ownCompanyId,
  restricted,
  withoutCompany,
} from '../testing/people.ts';
import { decide, restrictionFor } from './guards.ts';
import type { AppRoute } from './route.tsx';
import { routes } from '../testing/routes.ts';

describe('the route table', () => {
  it('contains every page and nothing else', () => {
    expect(routes.map(({ path }) => path)).toEqual([
      '/',
      '/wallet',
      '/verify',
      '/status',
      '/login',
      '/demo',
      '/forgot-password',
      '/set-password',
      '/confirm-email',
      '/change-password',
      '/set-up-second-factor',
      '/till',
      '/unauthorized',
      '/dashboard',
      ...adminPaths,
      ...clientPaths,
      ...scopedPaths,
      `${scopedPrefix}/*`,
      '*',
    ]);
  });
});

const clientPaths = [
  '/client',
  '/client/dashboard',
  '/client/transactions',
  '/client/transactions/:id',
  '/client/transactions/:id/receipt',
  '/client/apitransactions',
  '/client/accounts',
  '/client/accounts/:id',
  '/client/payment-links',
  '/client/payment-links/:id',
  '/client/payment-links/:id/poster',
  '/client/bulk-payouts',
  '/client/bulk-payouts/new',
  '/client/bulk-payouts/:id',
  '/client/tills',
  '/client/tills/:id',
  '/client/tills/:id/shifts/:shiftId',
  '/client/recipients',
  '/client/settlements',
  '/client/approvals',
  '/client/approvals/:id',
  '/client/internet-products',
  '/client/internet-products/:productId',
  '/client/internet-products/:productId/edit',
  '/client/product-codes',
  '/client/users',
  '/client/users/create',
  '/client/users/:id',
  '/client/users/:id/edit',
  '/client/settings',
  '/client/analytics',
  '/client/developers',
  '/client/developers/webhooks',
  '/client/developers/events',
  '/client/developers/requests',
  '/client/developers/examinations',
  '/client/developers/examinations/:id',
  '/client/audit',
  '/client/limits',
];
const credentialsPath = '/companies/:companyId/api-credentials';
const adminPaths = [
  '/admin',
  '/approvals',
  '/approvals/:id',
  '/brake',
  '/brake/:id',
  '/reconciliation',
  '/reconciliation/cases',
  '/reconciliation/cases/:id',
  '/reconciliation/statements',
  '/reconciliation/statements/:id',
  '/settlements',
  '/settlements/batches/:id',
  '/settings',
  '/companies',
  '/companies/create',
  '/companies/:id',
  '/companies/edit/:id',
  credentialsPath,
  '/enquiries',
  '/users',
  '/users/create',
  '/users/:id',
  '/users/:id/edit',
  '/roles',
  '/roles/create',
  '/roles/:id',
  '/roles/:id/edit',
  '/companies/:companyId/limits',
  '/blocked-numbers',
  '/companies/:companyId/settlements',
  '/transactions',
  '/transactions/:id',
  '/transactions/:id/receipt',
  '/reports',
  '/reports/accounting',
  '/reports/status',
  '/audit',
  '/accounts',
  '/companies/:companyId/accounts',
  '/companies/:companyId/accounts/create',
  '/companies/:companyId/accounts/:accountId',
  '/companies/:companyId/accounts/:accountId/edit',
  '/companies/:companyId/products/:productId',
];
const openPaths = [
  '/',
  '/wallet',
  '/verify',
  '/status',
  '/till',
  '/unauthorized',
  '/forgot-password',
  '/set-password',
  '/confirm-email',
];
/** Signed-in users are redirected at once. */
const passingPaths = ['/login', '/demo', '/change-password', '/set-up-second-factor'];
const productPaths = clientPaths.filter((path) => path.includes(':productId'));
const scopedPrefix = '/client/company/:companyId';
const scopedPaths = clientPaths.map((path) => path.replace('/client', scopedPrefix));

const administrators = ['Admin', 'SuperAdmin', 'admin', 'super_admin', 'SUPERADMIN'];
const actors: Record<string, SessionUser | null> = {
  anonymous: null,
  ...Object.fromEntries(administrators.map((role) => [role, loginReplyOf({ role }).user])),
  owner: loginReplyOf(owner).user,
  restricted: loginReplyOf(restricted).user,
  stranger: loginReplyOf({ ...owner, companyId: otherCompanyId }).user,
  withoutCompany: loginReplyOf(withoutCompany).user,
};

const pagePaths = routes.map(({ path }) => path).filter((path) => !path.endsWith('*'));

describe.each(Object.keys(actors))('%s', (actor) => {
  it.each(pagePaths)('has the expected access to %s', (path) => {
    expect(visit(addressOf(path), actors[actor] ?? null)).toEqual(expected(path, actor));
  });
});

describe('unknown addresses', () => {
  it('unknown addresses are open to everyone and redirect to the landing page', () => {
    for (const user of Object.values(actors)) {
      expect(visit('/no/such/page', user)).toMatchObject({ at: '/no/such/page', messages: [] });
    }
  });

  it('unknown addresses reveal nothing about another company', () => {
    const address = `/client/company/${otherCompanyId}/no-such-page`;
    expect(visit(address, actors['owner'] ?? null)).toEqual({
      at: '/client',
      messages: ['Access denied to this company'],
      asksToSignIn: false,
    });
  });
});

describe('with a temporary password', () => {
  it.each(pagePaths)('%s is open, or leads to where it is changed', (path) => {
    const { route, params } = routeAt(addressOf(path));
    const user = loginReplyOf({ ...owner, mustChangePassword: true }).user;
    const isOpen = openPaths.includes(path) || path === '/change-password';
    expect(decide(route.guard, { user, params, historyState: null })).toEqual({
      go: isOpen ? 'in' : 'change-password',
    });
  });
});

describe('without a second factor that is required', () => {
  it.each(pagePaths)('%s is open, or leads to where it is set up', (path) => {
    const { route, params } = routeAt(addressOf(path));
    const user = loginReplyOf({ ...owner, mustSetUpFactor: true }).user;
    const isOpen = openPaths.includes(path) || path === '/set-up-second-factor';
    expect(decide(route.guard, { user, params, historyState: null })).toEqual({
      go: isOpen ? 'in' : 'set-up-factor',
    });
  });

  it('a temporary password is changed first', () => {
    const { route, params } = routeAt('/set-up-second-factor');
    const person = { ...owner, mustSetUpFactor: true, mustChangePassword: true };
    const { user } = loginReplyOf(person);
    expect(decide(route.guard, { user, params, historyState: null })).toEqual({
      go: 'change-password',
    });
  });
});

describe('the sign-in page', () => {
  const { route, params } = routeAt('/login');
  const user = actors['owner'] ?? null;
  const page = { pathname: '/client/users', search: '?page=2', hash: '' };

  it('redirects to the requested page', () => {
    const decision = decide(route.guard, { user, params, historyState: stateFor(page) });
    expect(decision).toEqual({ go: 'to', to: '/client/users?page=2' });
  });

  it.each(['//evil.test', 'https://evil.test', '/login', '/\\evil.test'])(
    'does not redirect to %s',
    (requestedPage) => {
      const decision = decide(route.guard, { user, params, historyState: { requestedPage } });
      expect(decision).toEqual({ go: 'to', to: '/client' });
    },
  );
});

describe('a page for some roles only', () => {
  const guard = { kind: 'allowed-roles', roles: ['client_admin'] } as const;

  it('admits those roles and sends others home with "Access denied"', () => {
    const at = (actor: string) =>
      decide(guard, { user: actors[actor] ?? null, params: {}, historyState: null });
    expect(at('owner')).toEqual({ go: 'in' });
    expect(at('restricted')).toEqual({ go: 'to', to: '/client', message: 'Access denied' });
    expect(at('Admin')).toEqual({ go: 'to', to: '/admin', message: 'Access denied' });
    expect(at('withoutCompany')).toEqual({ go: 'to', to: '/dashboard', message: 'Access denied' });
    expect(at('anonymous')).toEqual({ go: 'sign-in' });
  });
});

describe('permissions', () => {
  const viewExaminations = [
    'Access Restricted',
    'You do not have permission to view examinations',
    ['canManageCompany'],
  ] as const;
  const viewLinks = [
    'Access Restricted',
    'You do not have permission to view payment links',
    ['canViewTransactions', 'canManageAccounts'],
  ] as const;
  const viewBulks = [
    'Access Restricted',
    'You do not have permission to view bulk payouts',
    ['canManageAccounts', 'canApprovePayouts'],
  ] as const;
  const viewTills = [
    'Access Restricted',
    'You do not have permission to view tills',
    ['canViewTransactions', 'canManageAccounts'],
  ] as const;
  const panels = {
    '/client/transactions': [
      'Access Restricted',
      'You do not have permission to view transactions',
      ['canViewTransactions'],
    ],
    '/client/transactions/:id': [
      'Access Restricted',
      'You do not have permission to view transactions',
      ['canViewTransactions'],
    ],
    '/client/transactions/:id/receipt': [
      'Access Restricted',
      'You do not have permission to view transactions',
      ['canViewTransactions'],
    ],
    '/client/bulk-payouts': viewBulks,
    '/client/bulk-payouts/new': [
      'Access Restricted',
      'You do not have permission to send money.',
      ['canManageAccounts'],
    ],
    '/client/bulk-payouts/:id': viewBulks,
    '/client/recipients': [
      'Access Restricted',
      'You do not have permission to send money.',
      ['canManageAccounts'],
    ],
    '/client/developers': [
      'Access Restricted',
      'You do not have permission to manage API keys',
      ['canManageCompany'],
    ],
    '/client/developers/webhooks': [
      'Access Restricted',
      'You do not have permission to manage webhooks',
      ['canManageCompany'],
    ],
    '/client/developers/events': [
      'Access Restricted',
      'You do not have permission to view events',
      ['canManageCompany'],
    ],
    '/client/developers/requests': [
      'Access Restricted',
      'You do not have permission to view API requests',
      ['canManageCompany'],
    ],
    '/client/developers/examinations': viewExaminations,
    '/client/developers/examinations/:id': viewExaminations,
    '/client/payment-links': viewLinks,
    '/client/payment-links/:id': viewLinks,
    '/client/payment-links/:id/poster': viewLinks,
    '/client/tills': viewTills,
    '/client/tills/:id': viewTills,
    '/client/tills/:id/shifts/:shiftId': [
      'Access Restricted',
      'You do not have permission to view transactions',
      ['canViewTransactions'],
    ],
    '/client/settlements': [
      'Access Restricted',
      'You do not have permission to view settlements',
      ['canViewTransactions', 'canManageAccounts', 'canManageCompany'],
    ],
    '/client/apitransactions': [
      'Access Restricted',
      'You do not have permission to view API transactions',
      ['canViewTransactions'],
    ],
    '/client/accounts': [
      'Access Restricted',
      'You do not have permission to view accounts.',
      ['canViewAccounts'],
    ],
    '/client/approvals': [
      'Access Restricted',
      'You do not have permission to view approvals',
      ['canManageAccounts', 'canApprovePayouts'],
    ],
    '/client/approvals/:id': [
      'Access Restricted',
      'You do not have permission to view approvals',
      ['canManageAccounts', 'canApprovePayouts'],
    ],
    '/client/internet-products': [
      'Access Restricted',
      'You do not have permission to view products',
      ['canViewProducts', 'canManageProducts'],
    ],
    '/client/internet-products/:productId': [
      'Access Restricted',
      'You do not have permission to view products',
      ['canViewProducts', 'canManageProducts'],
    ],
    '/client/internet-products/:productId/edit': [
      'Access Denied',
      'You do not have permission to edit products.',
      ['canManageProducts'],
    ],
    '/client/product-codes': [
      'Access Restricted',
      'You do not have permission to view product codes',
      ['canViewProducts', 'canManageProducts'],
    ],
    '/client/users': [
      'Access Restricted',
      'You do not have permission to view users.',
      ['canViewUsers', 'canManageUsers'],
    ],
    '/client/users/create': [
      'Access Denied',
      'You do not have permission to create users.',
      ['canManageUsers'],
    ],
    '/client/users/:id/edit': [
      'Access Denied',
      'You do not have permission to edit users.',
      ['canManageUsers'],
    ],
    '/client/analytics': [
      'Access Restricted',
      'You do not have permission to view analytics',
      ['canViewAnalytics'],
    ],
    '/client/limits': [
      'Access Restricted',
      'You do not have permission to view fees and limits',
      ['canManageAccounts', 'canManageCompany'],
    ],
    '/client/audit': [
      'Access Restricted',
      'You do not have permission to view the audit log',
      ['canManageCompany'],
    ],
  } as const;

  it.each([...clientPaths, ...scopedPaths])('%s: which permission opens it', (path) => {
    const { restriction } = routeAt(addressOf(path)).route;
    const panel = panels[path.replace(scopedPrefix, '/client') as keyof typeof panels];
    const opensWith = permissionNames.filter((permission) => {
      const { user } = loginReplyOf({ ...restricted, permissions: [permission] });
      return restrictionFor(restriction, user) === null;
    });
    expect(opensWith).toEqual(panel ? panel[2] : permissionNames);
    const denied = restrictionFor(restriction, loginReplyOf(restricted).user);
    expect(denied && [denied.heading, denied.text]).toEqual(panel ? panel.slice(0, 2) : null);
    expect(restrictionFor(restriction, loginReplyOf(owner).user)).toBeNull();
    // The list itself handles a user without a company; actions are still denied.
    const alone = restrictionFor(restriction, loginReplyOf(withoutCompany).user);
    expect(alone?.heading ?? null).toBe(panel?.[0] === 'Access Denied' ? 'Access Denied' : null);
  });
});

describe('pages of the back-office', () => {
  const changes: Partial<Record<string, readonly [string, StaffPermissionName]>> = {
    '/companies/create': ['create companies', 'staffCompanies'],
    '/companies/edit/:id': ['edit companies', 'staffCompanies'],
    '/users/create': ['create users', 'staffUsers'],
    '/users/:id/edit': ['edit users', 'staffUsers'],
    '/roles/create': ['create roles', 'staffUsers'],
    '/roles/:id/edit': ['edit roles', 'staffUsers'],
    '/companies/:companyId/accounts/create': ['create accounts', 'staffCompanies'],
    '/companies/:companyId/accounts/:accountId/edit': ['edit accounts', 'staffCompanies'],
  };
  const staff = (...permissions: StaffPermissionName[]) =>
    loginReplyOf({ role: 'Helpdesk', isStaff: true, permissions }).user;

  it.each(adminPaths)('%s: which permission opens it', (path) => {
    const { route, params } = routeAt(addressOf(path));
    // Whatever the role is called.
    expect(decide(route.guard, { user: staff(), params, historyState: null }).go).toBe('in');
    const opensWith = staffPermissionNames.filter(
      (name) => restrictionFor(route.restriction, staff(name)) === null,
    );
    if (path === '/settings') return expect(opensWith).toEqual(staffPermissionNames);
    const [what, permission] = changes[path] ?? [];
    expect(opensWith).toEqual([permission ?? 'staffRead']);
    const panel = restrictionFor(route.restriction, staff());
    expect(panel?.heading).toBe(what ? 'Access Denied' : 'Access Restricted');
    expect(panel?.text).toMatch(
      what ? `You do not have permission to ${what}.` : /^You do not have permission to view /,
    );
  });

  it('a role that is only named Admin opens none', () => {
    const { route, params } = routeAt('/companies');
    const { user } = loginReplyOf({ ...owner, role: 'Admin', isStaff: false });
    expect(decide(route.guard, { user, params, historyState: null })).toEqual({
      go: 'to',
      to: '/client',
      message: 'Insufficient permissions',
    });
  });
});

interface Outcome {
  at: string;
  messages: string[];
  asksToSignIn: boolean;
}

function routeAt(pathname: string) {
  const match = matchRoute(routes, pathname);
  if (!match) throw new Error(`no route at ${pathname}`);
  return { route: match.route as AppRoute, params: match.params };
}

/** Follows the redirects of the guards, as a browser would, until a page opens. */
function visit(pathname: string, user: SessionUser | null): Outcome {
  const outcome: Outcome = { at: pathname, messages: [], asksToSignIn: false };
  for (let hops = 0; hops < 5; hops += 1) {
    const { route, params } = routeAt(outcome.at);
    const decision = decide(route.guard, { user, params, historyState: null });
    if (decision.go === 'in') return outcome;
    if (decision.go === 'sign-in') outcome.asksToSignIn = true;
    if (decision.go === 'to' && decision.message) outcome.messages.push(decision.message);
    outcome.at = decision.go === 'to' ? decision.to : '/login';
  }
  throw new Error(`${pathname} leads round in a circle`);
}

function addressOf(path: string): string {
  return path.replace(':companyId', ownCompanyId).replaceAll(/:\w+/g, 'some-id');
}

/** The rules written a second time, by user instead of by page. */
function expected(path: string, actor: string): Outcome {
  const address = addressOf(path);
  const stays: Outcome = { at: address, messages: [], asksToSignIn: false };
  const isClientPage = clientPaths.includes(path) || scopedPaths.includes(path);
  if (openPaths.includes(path)) return stays;
  if (actor === 'anonymous') {
    return path === '/login' || path === '/demo'
      ? stays
      : { at: '/login', messages: [], asksToSignIn: true };
  }
  if (path === '/dashboard') return stays;
  if (administrators.includes(actor)) {
    if (passingPaths.includes(path)) return { ...stays, at: '/admin' };
    if (!isClientPage) return stays;
    return { ...stays, at: '/admin', messages: ['Admin users should use admin dashboard'] };
  }
  if (passingPaths.includes(path)) return { ...stays, at: '/client' };
  if (path === credentialsPath) {
    const messages = ['Access denied. Admin privileges required.'];
    return { ...stays, at: '/dashboard', messages };
  }
  if (adminPaths.includes(path)) {
    const at = actor === 'withoutCompany' ? '/dashboard' : '/client';
    return { ...stays, at, messages: ['Insufficient permissions'] };
  }
  if (scopedPaths.includes(path) && (actor === 'stranger' || actor === 'withoutCompany')) {
    return { ...stays, at: '/client', messages: ['Access denied to this company'] };
  }
  if (productPaths.includes(path) && actor === 'withoutCompany') {
    return { ...stays, at: '/unauthorized' };
  }
  return stays;
}
