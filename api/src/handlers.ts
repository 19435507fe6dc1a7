import type { Logger } from 'pino';
import { contract } from '@sente/contract';
import { accountingRoutes } from './accounting/accounting.routes.ts';
import { closingApprovals, createAccountingService } from './accounting/accounting.service.ts';
import { createDayProofsService } from './accounting/day-proofs.service.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { createAccountsService } from './accounts/accounts.service.ts';
import { createSignedStatementsService } from './accounts/signed-statement.service.ts';
import { apiTransactionsRoutes } from './api-transactions/api-transactions.routes.ts';
import { createApiTransactionsService } from './api-transactions/api-transactions.service.ts';
import { approvalsRoutes } from './approvals/approvals.routes.ts';
import { countWaitingFor } from './approvals/approvals-read.ts';
import { createApprovalsService } from './approvals/approvals.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { createAuditService } from './audit/audit.service.ts';
import { authRoutes, secondStepRoutes } from './auth/auth.routes.ts';
import { createOpenSession } from './auth/open-session.ts';
import { createSecondStepService } from './auth/second-step.service.ts';
import type { OpenDemo } from './auth/open-demo.service.ts';
import { createSignInService } from './auth/sign-in.service.ts';
import { bulkApprovals } from './bulk-payouts/bulk-approvals.ts';
import { bulkPayoutsApiRoutes } from './bulk-payouts/bulk-payouts-api.service.ts';
import { bulkPayoutsRoutes } from './bulk-payouts/bulk-payouts.service.ts';
import { companiesRoutes } from './companies/companies.routes.ts';
import { createCompanyProfileService } from './companies/company-profile.service.ts';
import { createCompaniesService } from './companies/companies.service.ts';
import { dashboardsRoutes } from './dashboards/dashboards.routes.ts';
import { createDashboardsService } from './dashboards/dashboards.service.ts';
import type { Database } from './db/database.ts';
import { debtsRoutes } from './debts/debts.routes.ts';
import { createDebtsService } from './debts/debts.service.ts';
import { createProve } from './factors/factor-proof.ts';
import { createFactorResets } from './factors/factor-reset.ts';
import { createFactorRules } from './factors/factor-rules.ts';
import { createPasskeysService } from './factors/passkeys.service.ts';
import { factorsRoutes, passkeysRoutes } from './factors/factors.routes.ts';
import { createFactorsService } from './factors/factors.service.ts';
import { fileExportsRoutes } from './file-exports/file-exports.routes.ts';
import { createFileExportsService } from './file-exports/file-exports.service.ts';
import { feesRoutes } from './fees/fees.routes.ts';
import { taxesRoutes } from './taxes/taxes.routes.ts';
import { createTaxesService } from './taxes/taxes.service.ts';
import { createFeesService } from './fees/fees.service.ts';
import type { HandlerTable } from './http/serve.ts';
import type { Live } from './live/live.ts';
import { countsAlone } from './live/shared-counts.ts';
import { internetProductsRoutes } from './internet-products/internet-products.routes.ts';
import { createInternetProductsService } from './internet-products/internet-products.service.ts';
import { paymentsApiRoutes } from './payments/api/payments-api.routes.ts';
import { createPaymentsApiService } from './payments/api/payments-api.service.ts';
import { linkHandlers } from './payment-links/payment-links.routes.ts';
import type { PaymentsEngine } from './payments/engine.ts';
import { limitsRoutes } from './limits/limits.routes.ts';
import { createLimitsService } from './limits/limits.service.ts';
import { builtInLayouts, type Layout } from './network-statements/layouts.ts';
import { networkStatementsRoutes } from './network-statements/network-statements.routes.ts';
import { createNetworkStatementsService } from './network-statements/network-statements.service.ts';
import { networksRoutes } from './payments/networks/networks.routes.ts';
import { createNetworksService } from './payments/networks/networks.service.ts';
import { noticesRoutes } from './payments/notices/notices.routes.ts';
import { createNoticesService } from './payments/notices/notices.service.ts';
import type { Mailer } from './mail/mailer.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { createNotificationsService } from './notifications/notifications.service.ts';
import { createPreferencesService } from './notifications/preferences.ts';
import { createNumbering, type Numbering } from './payments/networks/phone-numbers.ts';
import { createWalletsService } from './payments/networks/wallets.service.ts';
import { reviewsRoutes } from './payments/reviews/reviews.routes.ts';
import { createReviewsService } from './payments/reviews/reviews.service.ts';
import { payoutApprovals } from './payments/requests/payout-approvals.ts';
import { paymentRequestsRoutes } from './payments/requests/payment-requests.routes.ts';
import { createPaymentRequestsService } from './payments/requests/payment-requests.service.ts';
import { refundsRoutes } from './payments/requests/refunds.service.ts';
import { payoutRulesRoutes } from './payout-rules/payout-rules.routes.ts';
import { createPayoutRulesService } from './payout-rules/payout-rules.service.ts';
import { platformSettingsRoutes } from './platform-settings/platform-settings.routes.ts';
import { createPlatformSettingsService } from './platform-settings/platform-settings.service.ts';
import { productCodesRoutes, voucherBatchesRoutes } from './product-codes/product-codes.routes.ts';
import { createProductCodesService } from './product-codes/product-codes.service.ts';
import { createVoucherBatchesService } from './product-codes/voucher-batches.service.ts';
import { payoutBrakesRoutes } from './payments/brakes/payout-brakes.routes.ts';
import { createPayoutBrakesService } from './payments/brakes/payout-brakes.service.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { createReceiptsService } from './receipts/receipts.service.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts';
import { createReconciliationService } from './reconciliation/reconciliation.service.ts';
import { recipientsRoutes } from './recipients/recipients.routes.ts';
import { createRecipientsService } from './recipients/recipients.service.ts';
import { rolesRoutes } from './roles/roles.routes.ts';
import { createRolesService } from './roles/roles.service.ts';
import { savedViewsRoutes } from './saved-views/saved-views.routes.ts';
import { createSavedViewsService } from './saved-views/saved-views.service.ts';
import { searchRoutes } from './search/search.routes.ts';
import { createSearchService } from './search/search.service.ts';
import { createPasswords, type PasswordCost } from './security/passwords.ts';
import type { Prove } from './security/proof.ts';
import type { Sealer } from './security/secrets.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { settlementHandlers } from './settlements/settlements.routes.ts';
import { readTransaction } from './transactions/transaction-view.ts';
import { transactionsRoutes } from './transactions/transactions.routes.ts';
import { createTransactionsService } from './transactions/transactions.service.ts';
import { createTransfersService } from './transactions/transfers.service.ts';
import { tillHandlers } from './tills/tills.routes.ts';
import { createAccessLinksService } from './users/access-links.service.ts';
import { createOwnPasswordService } from './users/own-password.service.ts';
import { createSessionsService } from './users/sessions.service.ts';
import { createUserChangesService } from './users/user-changes.service.ts';
import { createUserRolesService } from './users/user-roles.service.ts';
import { accessLinksRoutes, sessionsRoutes, usersRoutes } from './users/users.routes.ts';
import { createUsersService } from './users/users.service.ts';
import type { AddressRules } from './webhooks/target.ts';
import { integrationHandlers } from './integration-handlers.ts';
import { eventCallsRoutes } from './events/events.service.ts';
import { examinationCallsRoutes } from './examinations/examinations.service.ts';
import { siteHandlers } from './site-handlers.ts';
import { storedKinds } from './stored-kinds.ts';
import type { TestWindow } from './test-mode/test-window.ts';

export interface HandlerOptions {
  readonly database: Database;
  readonly sessionLengthMs: number;
  readonly sessionIdleMs: number;
  readonly sealer: Sealer;
  /** The recommended one unless a test hashes thousands of passwords. */
  readonly passwordCost?: PasswordCost;
  readonly engine: PaymentsEngine;
  /** The page of the simulator, if it replaces the networks. */
  readonly simulatorUrl?: string | null;
  /** How the networks write their statements; the built-in layouts if omitted. */
  readonly statementLayouts?: readonly Layout[];
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Who is told about enquiries; null: none are taken. */
  readonly contactEmail?: string | null;
  /** Whose screens visitors see in the demo data; null without it. */
  readonly openDemo?: OpenDemo;
  /** Where webhooks may be sent to. */
  readonly webhookAddresses: AddressRules;
  /** Wakes systems that wait for events; without it they look now and then. */
  readonly live?: Live | undefined;
  /** What the live world sees of the test world; null: there is none. */
  readonly testWindow?: TestWindow | null;
  /** How people prove who they are, if another world knows that. */
  readonly prove?: Prove;
}

/** What companies pay. */
function chargeHandlers(database: Database) {
  return {
    fees: feesRoutes(createFeesService(database)),
    taxes: taxesRoutes(createTaxesService(database)),
    debts: debtsRoutes(createDebtsService(database)),
  };
}

/** The code behind every call of the contract: a missing one does not compile. */
export function createHandlers(options: HandlerOptions): HandlerTable<typeof contract> {
  const { database, engine } = options;
  const numbering = createNumbering(database);
  const requests = createPaymentRequestsService(database, engine, readTransaction);
  const reviews = createReviewsService(database, engine.findSystemAccounts);
  const notices = createNoticesService(database);
  const people = peopleHandlers(options);
  const proofs = createDayProofsService(options);
  const links = linkHandlers(options);
  return {
    accounts: accountsRoutes(
      createAccountsService(database),
      createSignedStatementsService(options),
    ),
    accounting: accountingRoutes(createAccountingService(database, proofs, people.prove), proofs),
    apiTransactions: apiTransactionsRoutes(createApiTransactionsService(database)),
    approvals: approvalsRoutes(
      createApprovalsService(
        database,
        {
          ...storedKinds(options),
          payout: payoutApprovals(requests),
          'bulk-payout': bulkApprovals(database),
          'payment-decision': reviews.approvals,
          suspense: notices.approvals,
          day: closingApprovals(database, proofs),
        },
        people.prove,
      ),
    ),
    audit: auditRoutes(createAuditService(database)),
    companies: companiesRoutes(
      createCompaniesService(database),
      createCompanyProfileService(database),
    ),
    ...integrationHandlers(options, people.prove),
    ...siteHandlers(options),
    fileExports: fileExportsRoutes(createFileExportsService(database)),
    savedViews: savedViewsRoutes(createSavedViewsService(database)),
    ...chargeHandlers(database),
    limits: limitsRoutes(createLimitsService(database, numbering)),
    payoutRules: payoutRulesRoutes(createPayoutRulesService(database), requests),
    dashboards: dashboardsRoutes(createDashboardsService(database)),
    ...networkHandlers(options, numbering),
    payments: { ...signedHandlers(options), ...links.signed },
    bulkPayouts: bulkPayoutsRoutes(database),
    paymentLinks: links.portal,
    ...productHandlers(options),
    roles: rolesRoutes(createRolesService(database, people.prove)),
    platformSettings: platformSettingsRoutes(createPlatformSettingsService(database, people.prove)),
    search: searchRoutes(createSearchService(database, options.sealer)),
    networkNotices: noticesRoutes(notices),
    paymentReviews: reviewsRoutes(reviews),
    payoutBrakes: payoutBrakesRoutes(createPayoutBrakesService(database)),
    refunds: refundsRoutes(database, engine.acceptance, readTransaction),
    ...settlementHandlers(database, people.prove),
    ...tillHandlers(options),
    transactions: {
      ...transactionsRoutes(createTransactionsService(database), createTransfersService(database)),
      ...paymentRequestsRoutes(requests),
      ...receiptsRoutes(createReceiptsService(database)),
    },
    ...people.handlers,
  };
}

/** Of companies' own systems. */
function signedHandlers({ database, engine, sealer, live }: HandlerOptions) {
  return {
    ...paymentsApiRoutes(createPaymentsApiService(database, engine.acceptance, sealer)),
    ...bulkPayoutsApiRoutes(database),
    ...eventCallsRoutes({ database, sealer, changes: live }),
    ...examinationCallsRoutes(database),
  };
}

function networkHandlers(options: HandlerOptions, numbering: Numbering) {
  const { database, engine, simulatorUrl, live, statementLayouts = builtInLayouts } = options;
  const { connectors } = engine;
  const wallets = createWalletsService(
    database,
    connectors,
    numbering,
    live?.counts ?? countsAlone,
  );
  return {
    networks: networksRoutes(
      createNetworksService(database, { connectors, simulatorUrl: simulatorUrl ?? null }),
      wallets,
    ),
    networkStatements: networkStatementsRoutes(
      createNetworkStatementsService(database, statementLayouts),
    ),
    reconciliation: reconciliationRoutes(createReconciliationService(database)),
    recipients: recipientsRoutes(createRecipientsService(database, numbering, wallets)),
  };
}

function productHandlers({ database, sealer }: HandlerOptions) {
  return {
    internetProducts: internetProductsRoutes(createInternetProductsService(database)),
    productCodes: productCodesRoutes(createProductCodesService(database, sealer)),
    voucherBatches: voucherBatchesRoutes(createVoucherBatchesService(database)),
  };
}

function peopleHandlers(options: HandlerOptions) {
  const { database, mailer, sealer } = options;
  const passwords = createPasswords(options.passwordCost);
  const ownPassword = createOwnPasswordService(database, passwords, mailer);
  const openSession = createOpenSession(mailer, options.sessionLengthMs);
  const secondStep = createSecondStepService({ database, sealer, mailer, openSession });
  const factorTools = { database, ownPassword, sealer, mailer };
  const signIn = { database, passwords, mailer, openSession, secondStep };
  const preferences = createPreferencesService(database, mailer);
  const prove = options.prove ?? createProve(factorTools);
  const handlers = {
    accessLinks: accessLinksRoutes(createAccessLinksService(database, passwords, mailer, prove)),
    auth: authRoutes(createSignInService(signIn)),
    secondStep: secondStepRoutes(secondStep),
    passkeys: passkeysRoutes(createPasskeysService(factorTools)),
    factors: factorsRoutes({
      service: createFactorsService(factorTools),
      resets: createFactorResets(database, mailer, prove),
      rules: createFactorRules(database, prove),
    }),
    sessions: sessionsRoutes(createSessionsService(database, options.sessionIdleMs)),
    notifications: notificationsRoutes(
      createNotificationsService(database, countWaitingFor),
      preferences,
    ),
    settings: settingsRoutes(createSettingsService(database), ownPassword, preferences),
    users: usersRoutes({
      reading: createUsersService(database),
      changes: createUserChangesService(database, passwords, prove, mailer),
      roles: createUserRolesService(database, prove, mailer),
      ownPassword,
    }),
  };
  return { handlers, prove };
}
