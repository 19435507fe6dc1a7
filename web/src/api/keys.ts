declare const isBuilt: unique symbol;
/** Made by `key`; no other array is a key. */
type BuiltKey = readonly unknown[] & { readonly [isBuilt]: true };

/** The noun comes first. A key matches all keys that begin with it. */
export const key = (...parts: readonly [noun: string, ...(string | object)[]]) =>
  parts as unknown as BuiltKey;

/** For nouns whose records have an id. */
const recordKeys = (noun: string) => ({
  lists: key(noun, 'list'),
  allDetails: key(noun, 'details'),
  details: (id: string) => key(noun, 'details', id),
  toEdit: (id: string) => key(noun, 'to-edit', id),
});

/**
 * The same builder defines a query and invalidates it: `companies.lists` for every page of the list.
 * A noun that only its own changes invalidate builds its keys in its queries file.
 */
export const keys = {
  accounts: {
    lists: key('accounts', 'list'),
    list: (request: object) => key('accounts', 'list', 'all', request),
    ofCompany: (companyId: string) => key('accounts', 'list', 'of-company', companyId),
    picker: (search: string) => key('accounts', 'list', 'picker', search),
    suspense: (companyId: string) => key('accounts', 'list', 'suspense', companyId),
    allDetails: key('accounts', 'details'),
    details: (companyId: string, id: string) => key('accounts', 'details', companyId, id),
    toEdit: (companyId: string, id: string) => key('accounts', 'to-edit', companyId, id),
    company: (id: string) => key('accounts', 'company', id),
    allHolds: key('accounts', 'holds'),
    holds: (id: string) => key('accounts', 'holds', id),
    allMovements: key('accounts', 'movements'),
    movements: (id: string, query: object) => key('accounts', 'movements', id, query),
    allMovementTotals: key('accounts', 'movement-totals'),
    movementTotals: (id: string, query: object) => key('accounts', 'movement-totals', id, query),
  },
  apiTransactions: {
    all: key('api-transactions'),
    list: (companyId: string, request: object) =>
      key('api-transactions', 'list', companyId, request),
    totals: (companyId: string, query: object) =>
      key('api-transactions', 'totals', companyId, query),
    trace: (companyId: string, id: string) => key('api-transactions', 'trace', companyId, id),
  },
  approvals: {
    all: key('approvals'),
    list: (request: object) => key('approvals', 'list', request),
    details: (id: string) => key('approvals', 'details', id),
    /** Beside what they change: refreshed by themselves, unlike the rows of a list. */
    waiting: (request: object) => key('approvals', 'waiting', request),
  },
  attention: key('attention'),
  bulkPayouts: { ...recordKeys('bulk-payouts'), all: key('bulk-payouts') },
  companies: {
    ...recordKeys('companies'),
    list: (request: object) => key('companies', 'list', request),
    picker: (search: string) => key('companies', 'list', 'picker', search),
    /** Refreshed with the details. */
    overview: (id: string) => key('companies', 'details', id, 'overview'),
  },
  dashboards: {
    all: key('dashboards'),
    admin: key('dashboards', 'admin'),
    company: key('dashboards', 'company'),
    statistics: key('dashboards', 'company', 'statistics'),
    analytics: (companyId: string, range: string) =>
      key('dashboards', 'company', 'analytics', companyId, range),
  },
  debts: { all: key('debts'), ofCompany: (companyId: string) => key('debts', companyId) },
  fees: (companyId: string) => key('fees', companyId),
  internetProducts: {
    ...recordKeys('internet-products'),
    list: (companyId: string, filters: object) =>
      key('internet-products', 'list', companyId, filters),
    active: (companyId: string) => key('internet-products', 'list', companyId, 'active'),
    /** Refreshed with the details. */
    figures: (id: string) => key('internet-products', 'details', id, 'figures'),
  },
  networks: key('networks'),
  networkNotices: key('network-notices'),
  networkFloats: key('network-floats'),
  walletHolder: (wanted: object) => key('wallet-holder', wanted),
  notifications: {
    all: key('notifications'),
    summary: key('notifications', 'summary'),
    list: key('notifications', 'list'),
  },
  paymentLinks: key('payment-links'),
  tills: key('tills'),
  paymentReviews: key('payment-reviews'),
  payoutBrakes: {
    all: key('payout-brakes'),
    state: key('payout-brakes', 'state'),
    list: (request: object) => key('payout-brakes', 'list', request),
    details: (id: string) => key('payout-brakes', 'details', id),
    payouts: (id: string, request: object) => key('payout-brakes', 'payouts', id, request),
  },
  productCodes: {
    all: key('product-codes'),
    list: (companyId: string, request: object) => key('product-codes', 'list', companyId, request),
    details: (companyId: string, id: string) => key('product-codes', 'details', companyId, id),
    batches: (companyId: string, request: object) =>
      key('product-codes', 'batches', companyId, request),
    batch: (companyId: string, id: string) => key('product-codes', 'batch', companyId, id),
  },
  reports: { all: key('reports'), of: (query: object) => key('reports', query) },
  roles: {
    ...recordKeys('roles'),
    list: key('roles', 'list', 'all'),
  },
  /** Settlements, their batches, and bank accounts. */
  settlements: key('settlements'),
  search: { all: key('search'), text: (text: string) => key('search', text) },
  status: key('status'),
  transactions: {
    all: key('transactions'),
    ofCompany: (companyId: string, request: object) =>
      key('transactions', 'of-company', companyId, request),
    ofAll: key('transactions', 'of-all'),
    newest: (filters: object) => key('transactions', 'of-all', 'newest', filters),
    filtered: (query: object) => key('transactions', 'filtered', query),
    totals: (query: object) => key('transactions', 'totals', query),
    newestOf: (companyId: string) => key('transactions', 'newest-of', companyId),
    details: (id: string) => key('transactions', 'details', id),
    receipt: (id: string) => key('transactions', 'receipt', id),
  },
  users: {
    ...recordKeys('users'),
    list: (request: object) => key('users', 'list', request),
    companyRoles: key('users', 'company-roles'),
    ofCompany: (companyId: string, request: object) =>
      key('users', 'list', 'of-company', companyId, request),
  },
  webhooks: {
    all: (companyId: string) => key('webhooks', companyId),
    ofCompany: (companyId: string) => key('webhooks', companyId, 'webhook'),
    allDeliveries: (companyId: string) => key('webhooks', companyId, 'deliveries'),
    deliveries: (companyId: string, filters: object) =>
      key('webhooks', companyId, 'deliveries', filters),
    delivery: (companyId: string, id: string) =>
      key('webhooks', companyId, 'deliveries', 'one', id),
  },
};

declare module '@tanstack/react-query' {
  /** A key that `key` did not make does not compile. */
  interface Register {
    queryKey: BuiltKey;
  }
}

/** What moves with money, whoever moved it. */
export const moneyKeys = [
  keys.transactions.all,
  keys.apiTransactions.all,
  keys.approvals.all,
  keys.accounts.lists,
  keys.accounts.allDetails,
  keys.accounts.allHolds,
  keys.accounts.allMovements,
  keys.companies.allDetails,
  keys.paymentReviews,
  keys.payoutBrakes.all,
  keys.networkNotices,
  keys.debts.all,
];
