import { paths } from '../lib/paths.ts';
import type { Guard, Restriction } from './guards.ts';
import { denied, restricted } from './restrictions.ts';
import { page, pattern, unknownPage, type AppRoute, type LoadPage } from './route.tsx';

const company: Guard = { kind: 'company' };
const companyOfUser: Guard = { kind: 'company', needsCompany: true };

type Extra = Partial<Pick<AppRoute, 'guard' | 'restriction'>>;

function client(address: string, title: string, load: LoadPage, extra: Extra = {}): AppRoute {
  const path = pattern(address);
  return { path, title, guard: company, page: page(load), ...extra };
}

function restrictedTo(text: string, ...anyOf: Restriction['anyOf']): Extra {
  return { restriction: restricted(text, ...anyOf) };
}

function deniedBut(text: string, ...anyOf: Restriction['anyOf']): Extra {
  return { restriction: denied(text, ...anyOf) };
}

const viewsTransactions = restrictedTo(
  'You do not have permission to view transactions',
  'canViewTransactions',
);
const viewsOrManages = (what: string) =>
  restrictedTo(
    `You do not have permission to view ${what}`,
    'canViewTransactions',
    'canManageAccounts',
  );
const viewsLinks = viewsOrManages('payment links');
const viewsBulks = restrictedTo(
  'You do not have permission to view bulk payouts',
  'canManageAccounts',
  'canApprovePayouts',
);
const viewsTills = viewsOrManages('tills');
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
    viewsTransactions,
  ),
  client(
    paths.client.transaction(':id'),
    'Transaction',
    () => import('../pages/client/transaction-page.tsx'),
    viewsTransactions,
  ),
  client(
    paths.client.receipt(':id'),
    'Receipt',
    () => import('../pages/client/receipt-page.tsx'),
    viewsTransactions,
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
    paths.client.paymentLinks(),
    'Payment Links',
    () => import('../pages/client/payment-links-page.tsx'),
    viewsLinks,
  ),
  client(
    paths.client.paymentLink(':id'),
    'Payment Link',
    () => import('../pages/client/payment-link-page.tsx'),
    viewsLinks,
  ),
  client(
    paths.client.paymentLinkPoster(':id'),
    'Poster',
    () => import('../pages/client/payment-link-poster-page.tsx'),
    viewsLinks,
  ),
  client(
    paths.client.bulkPayouts(),
    'Bulk Payouts',
    () => import('../pages/client/bulk-payouts-page.tsx'),
    viewsBulks,
  ),
  client(
    paths.client.bulkPayoutNew(),
    'New Bulk Payout',
    () => import('../pages/client/bulk-payout-new-page.tsx'),
    restrictedTo('You do not have permission to send money.', 'canManageAccounts'),
  ),
  client(
    paths.client.bulkPayout(':id'),
    'Bulk Payout',
    () => import('../pages/client/bulk-payout-page.tsx'),
    viewsBulks,
  ),
  client(paths.client.tills(), 'Tills', () => import('../pages/client/tills-page.tsx'), viewsTills),
  client(
    paths.client.till(':id'),
    'Till',
    () => import('../pages/client/till-details-page.tsx'),
    viewsTills,
  ),
  client(
    paths.client.tillShift(':id', ':shiftId'),
    'Shift',
    () => import('../pages/client/till-shift-page.tsx'),
    viewsTransactions,
  ),
  client(
    paths.client.recipients(),
    'Recipients',
    () => import('../pages/client/recipients-page.tsx'),
    restrictedTo('You do not have permission to send money.', 'canManageAccounts'),
  ),
  client(
    paths.client.settlements(),
    'Settlements',
    () => import('../pages/client/settlements-page.tsx'),
    restrictedTo(
      'You do not have permission to view settlements',
      'canViewTransactions',
      'canManageAccounts',
      'canManageCompany',
    ),
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
    paths.client.developers(),
    'Developers',
    () => import('../pages/client/developers-page.tsx'),
    restrictedTo('You do not have permission to manage API keys', 'canManageCompany'),
  ),
  client(
    paths.client.webhooks(),
    'Webhooks',
    () => import('../pages/client/webhooks-page.tsx'),
    restrictedTo('You do not have permission to manage webhooks', 'canManageCompany'),
  ),
  client(
    paths.client.events(),
    'Events',
    () => import('../pages/client/events-page.tsx'),
    restrictedTo('You do not have permission to view events', 'canManageCompany'),
  ),
  client(
    paths.client.apiRequests(),
    'Requests',
    () => import('../pages/client/api-requests-page.tsx'),
    restrictedTo('You do not have permission to view API requests', 'canManageCompany'),
  ),
  client(
    paths.client.examinations(),
    'Examinations',
    () => import('../pages/client/examinations-page.tsx'),
    restrictedTo('You do not have permission to view examinations', 'canManageCompany'),
  ),
  client(
    paths.client.examination(':id'),
    'Examination',
    () => import('../pages/client/examination-page.tsx'),
    restrictedTo('You do not have permission to view examinations', 'canManageCompany'),
  ),
  client(
    paths.client.audit(),
    'Audit Log',
    () => import('../pages/client/audit-page.tsx'),
    restrictedTo('You do not have permission to view the audit log', 'canManageCompany'),
  ),
  client(
    paths.client.limits(),
    'Fees and Limits',
    () => import('../pages/client/limits-page.tsx'),
    restrictedTo(
      'You do not have permission to view fees and limits',
      'canManageAccounts',
      'canManageCompany',
    ),
  ),
];

const scopedPrefix = `${paths.client.home()}/company/:companyId`;

/** Every client page has a second path that contains the company. */
const scopedClientRoutes = clientRoutes.map((route) => ({
  ...route,
  path: route.path.replace(paths.client.home(), scopedPrefix),
}));

export const routes: readonly AppRoute[] = [
  ...clientRoutes,
  ...scopedClientRoutes,
  // So that another company is refused before its path turns out to be unknown.
  { ...unknownPage, path: `${scopedPrefix}/*`, guard: company },
  unknownPage,
];
