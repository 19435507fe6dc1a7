import { accessLinks } from './access-links.ts';
import { accounts } from './accounts.ts';
import { apiTransactions } from './api-transactions.ts';
import { accounting } from './accounting.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { bankAccounts } from './bank-accounts.ts';
import { companies } from './companies.ts';
import { credentials } from './credentials.ts';
import { dashboards } from './dashboards.ts';
import { debts } from './debts.ts';
import type { Endpoint } from './endpoint.ts';
import { factors } from './factors.ts';
import { enquiries } from './enquiries.ts';
import { fileExports } from './file-exports.ts';
import { fees } from './fees.ts';
import { internetProducts } from './internet-products.ts';
import { limits } from './limits.ts';
import { networkNotices } from './network-notices.ts';
import { networkStatements } from './network-statements.ts';
import { networks } from './networks.ts';
import { notifications } from './notifications.ts';
import { paymentReviews } from './payment-reviews.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { payoutBrakes } from './payout-brakes.ts';
import { payoutRules } from './payout-rules.ts';
import { platformSettings } from './platform-settings.ts';
import { productCodes } from './product-codes.ts';
import { reconciliation } from './reconciliation.ts';
import { roles } from './roles.ts';
import { recipients } from './recipients.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { secondStep } from './second-step.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { floatTransfers, settlementBatches } from './settlement-batches.ts';
import { settlements } from './settlements.ts';
import { site } from './site.ts';
import { status } from './status.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';
import { voucherBatches } from './voucher-batches.ts';
import { webhooks } from './webhooks.ts';

/** The whole API in one table. */
export const contract = {
  auth,
  secondStep,
  accessLinks,
  companies,
  enquiries,
  credentials,
  users,
  roles,
  accounts,
  accounting,
  debts,
  transactions,
  apiTransactions,
  fileExports,
  recipients,
  savedViews,
  internetProducts,
  productCodes,
  voucherBatches,
  payments,
  approvals,
  paymentReviews,
  payoutBrakes,
  networkNotices,
  networks,
  networkStatements,
  reconciliation,
  webhooks,
  bankAccounts,
  settlements,
  settlementBatches,
  floatTransfers,
  fees,
  limits,
  payoutRules,
  dashboards,
  notifications,
  sessions,
  factors,
  passkeys,
  settings,
  site,
  status,
  platformSettings,
  search,
  audit,
} satisfies Record<string, Record<string, Endpoint>>;
