import { accessLinks } from './access-links.ts';
import { accounts } from './accounts.ts';
import { apiTransactions } from './api-transactions.ts';
import { accounting } from './accounting.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bulkPayoutCalls } from './bulk-payouts-api.ts';
import { bulkPayouts } from './bulk-payouts.ts';
import { companies } from './companies.ts';
import { apiKeys } from './api-keys.ts';
import { apiRequests } from './api-requests.ts';
import { credentials } from './credentials.ts';
import { dashboards } from './dashboards.ts';
import { debts } from './debts.ts';
import type { Endpoint } from './endpoint.ts';
import { eventCalls, events } from './events.ts';
import { factors } from './factors.ts';
import { enquiries } from './enquiries.ts';
import { fileExports } from './file-exports.ts';
import { fees } from './fees.ts';
import { taxes } from './taxes.ts';
import { internetProducts } from './internet-products.ts';
import { limits } from './limits.ts';
import { networkNotices } from './network-notices.ts';
import { networkStatements } from './network-statements.ts';
import { networks } from './networks.ts';
import { notifications } from './notifications.ts';
import { ownWebhooks } from './own-webhooks.ts';
import { examinationCalls, examinations } from './examinations.ts';
import { testActivity } from './test-activity.ts';
import { paymentLinkCalls } from './payment-links-api.ts';
import { paymentLinks } from './payment-links.ts';
import { paymentReviews } from './payment-reviews.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { payoutBrakes } from './payout-brakes.ts';
import { payoutRules } from './payout-rules.ts';
import { platformSettings } from './platform-settings.ts';
import { productCodes } from './product-codes.ts';
import { refunds } from './refunds.ts';
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
import { tillCalls } from './till.ts';
import { tills } from './tills.ts';
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
  apiKeys,
  apiRequests,
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
  payments: {
    ...payments,
    ...paymentLinkCalls,
    ...bulkPayoutCalls,
    ...eventCalls,
    ...examinationCalls,
  },
  bulkPayouts,
  approvals,
  paymentLinks,
  paymentReviews,
  payoutBrakes,
  networkNotices,
  networks,
  networkStatements,
  reconciliation,
  webhooks,
  ownWebhooks,
  examinations,
  testActivity,
  events,
  bankAccounts,
  settlements,
  settlementBatches,
  floatTransfers,
  fees,
  taxes,
  limits,
  payoutRules,
  refunds,
  tills,
  till: tillCalls,
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

/** What each group of calls is for, in the API's documentation. */
export const groupTexts: Readonly<Record<keyof typeof contract, string>> = {
  auth: 'Sign in and out with email and password.',
  secondStep: 'The second step of a sign-in: a code of an app, a recovery code or a passkey.',
  accessLinks: 'Invitations, forgotten passwords and confirmed emails: links that work once.',
  companies: 'The companies that hold accounts with the provider.',
  enquiries: 'Messages of the contact form, and the answers of staff.',
  credentials: "The keys with which a company's own systems sign their requests.",
  apiKeys: 'The keys that a company makes for its own systems, with their scopes.',
  apiRequests: "The signed requests of a company's own systems, for its developers.",
  users: 'People of the provider and of companies.',
  roles: 'What people may do: roles and their permissions.',
  accounts: "A company's accounts, their movements and statements.",
  accounting: 'Closed days, trial balance, general ledger and proofs of liabilities.',
  debts: 'What a company owes the provider.',
  transactions: 'Movements of money, and what a person can do about one.',
  apiTransactions: 'Payments as the portal shows them.',
  fileExports: 'Exports of lists as files, made in the background.',
  recipients: 'Saved numbers with checked names.',
  savedViews: 'Filters and columns of a list that a person saved.',
  internetProducts: 'Internet products that are sold as vouchers.',
  productCodes: 'Voucher codes: upload, stock and use.',
  voucherBatches: 'Uploads of voucher codes.',
  payments: "Mobile-money payments of a company's own systems.",
  bulkPayouts: 'Payouts to many numbers that are checked, approved and paid together.',
  paymentLinks: 'Addresses at which anybody pays a company by mobile money.',
  approvals: 'What waits for a second person.',
  paymentReviews: 'Payments whose outcome people have to decide.',
  payoutBrakes: 'Stops of payouts for a check.',
  networkNotices: 'What networks report about payments that nobody here knows.',
  networks: 'The state of the mobile-money networks, and the names of their customers.',
  networkStatements: 'Statements of the networks, imported line by line.',
  reconciliation: 'The books against the statements of the networks: float, differences and cases.',
  webhooks: "A company's first webhook and the deliveries of its events, for staff.",
  examinations: "Attacks on a company's webhook in test mode, and their graded reports.",
  testActivity: 'What a company does in test mode, for staff.',
  ownWebhooks: 'The addresses that the events of a company are sent to, and the deliveries.',
  events: 'What happened to the payments and settlements of a company, in order.',
  bankAccounts: 'Bank accounts that companies are settled to.',
  settlements: "Payments of a company's balance to its bank account.",
  settlementBatches: 'Files of settlements for the bank.',
  floatTransfers: "Transfers between the provider's bank account and its floats at the networks.",
  fees: 'What the provider charges.',
  limits: 'Limits of amounts and payments, and blocked numbers.',
  payoutRules: 'Which payouts wait for the approval of people.',
  refunds: 'Payouts that give payers back what they paid.',
  tills: 'Tills of a company: their devices, cashiers and shifts.',
  till: 'What a shared device at a till does; it signs in with cookies of its own.',
  dashboards: 'Figures of the dashboards and reports.',
  notifications: 'What a person is told, and how.',
  sessions: 'Browsers that are signed in.',
  factors: 'Second factors of a person.',
  passkeys: 'Passkeys of a person.',
  settings: "A person's own profile and password.",
  site: 'What the public site shows.',
  status: 'The state of the books and of the networks, for everybody.',
  platformSettings: 'Settings of the provider.',
  taxes: 'Taxes on fees and payments, from which day on.',
  search: 'One search over everything that a person may see.',
  audit: 'Who did what, and when.',
};
