/** Every address of the portal. Screens use these functions and never write a path themselves. */
export const paths = {
  landing: () => '/',
  /** A section of the landing page: home, about, services, testimonials or contact. */
  landingSection: (section: string) => `/#${section}`,
  wallet: () => '/wallet',
  /** Printed on statements. */
  verify: () => '/verify',
  /** A shared device, without the session of a person. */
  till: () => '/till',
  status: () => '/status',
  login: () => '/login',
  /** With what the visitor has asked to see. */
  openDemo: (first?: 'wallet') => (first ? `/demo?for=${first}` : '/demo'),
  forgotPassword: () => '/forgot-password',
  /** The links of mails lead to these two, with their secret in the fragment. */
  setPassword: () => '/set-password',
  confirmEmail: () => '/confirm-email',
  /** For whoever signed in with a temporary password. */
  changePassword: () => '/change-password',
  /** For whoever has to have a second factor and has none. */
  setUpFactor: () => '/set-up-second-factor',
  unauthorized: () => '/unauthorized',
  dashboard: (tab?: 'transactions' | 'analytics' | 'settings') => withQuery('/dashboard', { tab }),

  admin: () => '/admin',
  /** The part of the dashboard. */
  networks: () => '/admin#networks',
  approvals: (
    query: {
      tab?: 'waiting' | 'open' | 'mine' | 'decided' | 'payments' | 'unknown' | undefined;
      company?: string | undefined;
      /** Of the payments to decide, the one that is meant. */
      payment?: string | undefined;
    } = {},
  ) => withQuery('/approvals', query),
  enquiries: (query: { state?: 'new' | undefined } = {}) => withQuery('/enquiries', query),
  approval: (id: string) => `/approvals/${part(id)}`,
  reconciliation: (query: { to?: string | undefined } = {}) => withQuery('/reconciliation', query),
  /** With the filters of the list. */
  reconciliationCases: (
    query: {
      state?: 'open' | 'settled' | undefined;
      network?: 'MTN' | 'AIRTEL' | 'BANK' | undefined;
      day?: string | undefined;
    } = {},
  ) => withQuery('/reconciliation/cases', query),
  reconciliationCase: (id: string) => `/reconciliation/cases/${part(id)}`,
  statements: () => '/reconciliation/statements',
  statement: (id: string) => `/reconciliation/statements/${part(id)}`,
  settlements: (query: { tab?: 'batches' | 'all' | undefined } = {}) =>
    withQuery('/settlements', query),
  settlementBatch: (id: string) => `/settlements/batches/${part(id)}`,
  payoutBrakes: () => '/brake',
  payoutBrake: (id: string) => `/brake/${part(id)}`,
  settings: (tab?: 'profile' | 'security' | 'notifications' | 'platform') =>
    withQuery('/settings', { tab }),

  companies: (query: { search?: string | undefined } = {}) => withQuery('/companies', query),
  companyCreate: () => '/companies/create',
  company: (id: string, query: { tab?: string | undefined } = {}) =>
    withQuery(`/companies/${part(id)}`, query),
  companyEdit: (id: string) => `/companies/edit/${part(id)}`,
  companyCredentials: (companyId: string, query: { deliveries?: string | undefined } = {}) =>
    withQuery(`/companies/${part(companyId)}/api-credentials`, query),
  companyProduct: (companyId: string, productId: string) =>
    `/companies/${part(companyId)}/products/${part(productId)}`,
  companyLimits: (companyId: string) => `/companies/${part(companyId)}/limits`,
  /** By the provider, for all companies. */
  blockedNumbers: () => '/blocked-numbers',
  companySettlements: (companyId: string) => `/companies/${part(companyId)}/settlements`,
  companyAccounts: (companyId: string) => `/companies/${part(companyId)}/accounts`,
  companyAccountCreate: (companyId: string) => `/companies/${part(companyId)}/accounts/create`,
  companyAccount: (companyId: string, accountId: string) =>
    `/companies/${part(companyId)}/accounts/${part(accountId)}`,
  companyAccountEdit: (companyId: string, accountId: string) =>
    `/companies/${part(companyId)}/accounts/${part(accountId)}/edit`,

  users: (
    query: {
      companyId?: string | undefined;
      roleId?: string | undefined;
      status?: 'active' | undefined;
    } = {},
  ) => withQuery('/users', query),
  userCreate: () => '/users/create',
  user: (id: string) => `/users/${part(id)}`,
  userEdit: (id: string) => `/users/${part(id)}/edit`,

  roles: () => '/roles',
  roleCreate: () => '/roles/create',
  role: (id: string) => `/roles/${part(id)}`,
  roleEdit: (id: string) => `/roles/${part(id)}/edit`,

  accounts: () => '/accounts',
  /** With the filters of the log. */
  audit: (query: { companyId?: string | undefined; range?: '30' | 'all' | undefined } = {}) =>
    withQuery('/audit', query),
  reports: () => '/reports',
  /** With the day of the trial balance. */
  accounting: (query: { day?: string | undefined; account?: string | undefined } = {}) =>
    withQuery('/reports/accounting', query),
  /** The public page inside the back-office. */
  systemStatus: () => '/reports/status',
  /** With the filters of the list. */
  transactions: (
    query: {
      search?: string | undefined;
      range?: 'today' | '7' | '30' | '90' | 'all' | 'custom' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      companyId?: string | undefined;
      type?: 'credit' | 'debit' | undefined;
      status?: 'completed' | 'pending' | 'failed' | undefined;
      dateBy?: 'created' | 'finished' | undefined;
      kind?: string | undefined;
      network?: string | undefined;
    } = {},
  ) => withQuery('/transactions', query),
  /** Of a transaction, or of a mobile-money request. */
  transaction: (id: string) => `/transactions/${part(id)}`,
  receipt: (id: string) => `/transactions/${part(id)}/receipt`,

  client: {
    /** With the form of a quick action open. */
    home: (query: { action?: 'add-money' } = {}) => withQuery('/client', query),
    dashboard: () => '/client/dashboard',
    transactions: (
      query: {
        search?: string | undefined;
        range?: 'today' | '30' | 'all' | 'custom';
        from?: string;
        type?: 'credit' | 'debit';
        status?: 'completed' | 'pending' | 'failed';
      } = {},
    ) => withQuery('/client/transactions', query),
    /** Of a transaction, or of a mobile-money request. */
    transaction: (id: string) => `/client/transactions/${part(id)}`,
    receipt: (id: string) => `/client/transactions/${part(id)}/receipt`,
    /** With the filters of the list. */
    apiTransactions: (
      query: {
        status?: 'SUCCESS';
        productId?: string;
        range?: 'custom';
        from?: string;
        to?: string;
      } = {},
    ) => withQuery('/client/apitransactions', query),
    /** With the form of a new account open. */
    accounts: (query: { action?: 'new-account' } = {}) => withQuery('/client/accounts', query),
    account: (id: string) => `/client/accounts/${part(id)}`,
    internetProducts: (query: { stock?: 'low' } = {}) =>
      withQuery('/client/internet-products', query),
    internetProduct: (productId: string) => `/client/internet-products/${part(productId)}`,
    internetProductEdit: (productId: string) => `/client/internet-products/${part(productId)}/edit`,
    /** With the filters of the list, or with one code open. */
    productCodes: (
      query: {
        productType?: string | undefined;
        batch?: string | undefined;
        code?: string | undefined;
      } = {},
    ) => withQuery('/client/product-codes', query),
    users: (
      query: { status?: 'active' | 'pending' | undefined; role?: 'admin' | undefined } = {},
    ) => withQuery('/client/users', query),
    userCreate: () => '/client/users/create',
    user: (id: string) => `/client/users/${part(id)}`,
    userEdit: (id: string) => `/client/users/${part(id)}/edit`,
    approvals: () => '/client/approvals',
    approval: (id: string) => `/client/approvals/${part(id)}`,
    analytics: () => '/client/analytics',
    audit: () => '/client/audit',
    paymentLinks: (query: { action?: 'create' } = {}) => withQuery('/client/payment-links', query),
    paymentLink: (id: string) => `/client/payment-links/${part(id)}`,
    paymentLinkPoster: (id: string) => `/client/payment-links/${part(id)}/poster`,
    bulkPayouts: () => '/client/bulk-payouts',
    /** In place of a draft. */
    bulkPayoutNew: (query: { replaces?: string | undefined } = {}) =>
      withQuery('/client/bulk-payouts/new', query),
    bulkPayout: (id: string) => `/client/bulk-payouts/${part(id)}`,
    tills: (query: { action?: 'create' } = {}) => withQuery('/client/tills', query),
    till: (id: string) => `/client/tills/${part(id)}`,
    tillShift: (id: string, shiftId: string) => `/client/tills/${part(id)}/shifts/${part(shiftId)}`,
    recipients: (query: { search?: string } = {}) => withQuery('/client/recipients', query),
    developers: () => '/client/developers',
    webhooks: () => '/client/developers/webhooks',
    /** With the event that is opened; the search brings it into the list. */
    events: (query: { search?: string; event?: string } = {}) =>
      withQuery('/client/developers/events', query),
    examinations: () => '/client/developers/examinations',
    examination: (id: string) => `/client/developers/examinations/${part(id)}`,
    apiRequests: () => '/client/developers/requests',
    settlements: () => '/client/settlements',
    limits: () => '/client/limits',
    settings: (tab?: 'profile' | 'company' | 'security' | 'notifications') =>
      withQuery('/client/settings', { tab }),
  },
};

function part(id: string): string {
  return encodeURIComponent(id);
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
