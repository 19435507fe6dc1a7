import type { ActionName } from './audit-actions.ts';

type ActionGroup = ActionName extends `${infer Group}.${string}` ? Group : never;

interface Area {
  readonly label: string;
  /** Companies' logs never have any of it. */
  readonly isOfProvider?: boolean;
}

/** What the log can be narrowed to, in the order of the choice. */
const areas = {
  auth: { label: 'Sign-in' },
  accessLinks: { label: 'Invitations and links' },
  factors: { label: 'Second factors' },
  companies: { label: 'Companies' },
  users: { label: 'Users' },
  roles: { label: 'Roles' },
  accounts: { label: 'Accounts' },
  transactions: { label: 'Payments by people' },
  bulkPayouts: { label: 'Bulk payouts' },
  paymentLinks: { label: 'Payment links' },
  tills: { label: 'Tills' },
  payments: { label: 'Payments API' },
  approvals: { label: 'Approvals' },
  limits: { label: 'Limits and blocked numbers' },
  payoutRules: { label: 'Rules for payouts' },
  payoutBrakes: { label: 'Payout brake' },
  paymentReviews: { label: 'Payments to decide' },
  networkNotices: { label: 'Unknown payments' },
  reconciliation: { label: 'Reconciliation', isOfProvider: true },
  settlements: { label: 'Settlements' },
  accounting: { label: 'Books', isOfProvider: true },
  fees: { label: 'Fees' },
  taxes: { label: 'Taxes' },
  credentials: { label: 'API credentials' },
  webhooks: { label: 'Webhooks' },
  examinations: { label: 'Test mode' },
  internetProducts: { label: 'Products' },
  productCodes: { label: 'Vouchers' },
  enquiries: { label: 'Enquiries', isOfProvider: true },
  fileExports: { label: 'Exports and views' },
  settings: { label: 'Own settings' },
  platformSettings: { label: 'Platform settings', isOfProvider: true },
  dashboards: { label: 'Figures, searches and the log' },
} as const satisfies Record<string, Area>;
type AreaName = keyof typeof areas;

/** Every group of actions is in one area: without it the web does not compile. */
const areaOf: Record<ActionGroup, AreaName> = {
  auth: 'auth',
  secondStep: 'auth',
  sessions: 'auth',
  site: 'auth',
  accessLinks: 'accessLinks',
  factors: 'factors',
  passkeys: 'factors',
  companies: 'companies',
  users: 'users',
  roles: 'roles',
  accounts: 'accounts',
  transactions: 'transactions',
  refunds: 'transactions',
  recipients: 'transactions',
  bulkPayouts: 'bulkPayouts',
  paymentLinks: 'paymentLinks',
  tills: 'tills',
  till: 'tills',
  payments: 'payments',
  apiRequests: 'payments',
  approvals: 'approvals',
  limits: 'limits',
  payoutRules: 'payoutRules',
  payoutBrakes: 'payoutBrakes',
  paymentReviews: 'paymentReviews',
  networkNotices: 'networkNotices',
  reconciliation: 'reconciliation',
  networkStatements: 'reconciliation',
  networks: 'reconciliation',
  settlements: 'settlements',
  settlementBatches: 'settlements',
  bankAccounts: 'settlements',
  floatTransfers: 'settlements',
  accounting: 'accounting',
  fees: 'fees',
  taxes: 'taxes',
  credentials: 'credentials',
  apiKeys: 'credentials',
  webhooks: 'webhooks',
  ownWebhooks: 'webhooks',
  events: 'webhooks',
  examinations: 'examinations',
  testActivity: 'examinations',
  internetProducts: 'internetProducts',
  productCodes: 'productCodes',
  voucherBatches: 'productCodes',
  enquiries: 'enquiries',
  fileExports: 'fileExports',
  savedViews: 'fileExports',
  settings: 'settings',
  notifications: 'settings',
  platformSettings: 'platformSettings',
  dashboards: 'dashboards',
  apiTransactions: 'dashboards',
  debts: 'dashboards',
  search: 'dashboards',
  status: 'dashboards',
  audit: 'dashboards',
};

export function areaOptions(of: 'platform' | 'company') {
  const shown = Object.entries<Area>(areas).filter(
    ([, { isOfProvider = false }]) => of === 'platform' || !isOfProvider,
  );
  return [
    { value: '', label: 'All actions' },
    ...shown.map(([value, { label }]) => ({ value, label })),
  ];
}

/** The groups of an area, as the API is asked for them; an action or a group of an old address stays as it is. */
export function actionsOfArea(name: string): string {
  const groups = Object.entries(areaOf).flatMap(([group, area]) => (area === name ? [group] : []));
  return groups.join(',') || name;
}
