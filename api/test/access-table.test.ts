import { contract } from '@sente/contract';
import { describeAccess } from '@sente/contract/access';
import { expect, it } from 'vitest';
import { createTestApp } from './app.ts';

/** The whole access table: any change of access shows up as a change of this list. */
it('the access table states who may call what', () => {
  const table = Object.values(contract)
    .flatMap((group) => Object.values(group))
    .map(
      ({ method, path, access }) =>
        `${method.padEnd(6)} ${path.padEnd(46)} ${describeAccess(access)}`,
    )
    .sort();
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "DELETE /ApiKeys/{id}                                  company users with canManageCompany
    DELETE /BlockedNumbers/{blockedId}                    staff with staffFees
    DELETE /Company/credentials/{recordId}                staff with staffKeys
    DELETE /Company/{id}                                  staff with staffCompanies
    DELETE /Company/{id}/blocked-numbers/{blockedId}      staff with staffFees, or the company (params.id) with canManageCompany
    DELETE /Company/{id}/examination-exception            staff with staffFees
    DELETE /Company/{id}/fees/{feeId}                     staff with staffFees
    DELETE /Company/{id}/logo                             staff with staffCompanies, or the company (params.id) with canManageCompany
    DELETE /Company/{id}/settlement-schedule              staff with staffMoney, or the company (params.id) with canManageAccounts
    DELETE /Company/{id}/webhook                          staff with staffKeys
    DELETE /Enquiries/{id}                                staff with staffCompanies
    DELETE /Enquiries/{id}/answer                         staff with staffCompanies
    DELETE /Exports/{id}                                  staff with staffRead, or the company (record) with canViewTransactions
    DELETE /Recipients/{id}                               company users with canManageAccounts
    DELETE /Role/{id}                                     staff with staffUsers
    DELETE /SavedViews/{id}                               any signed-in user
    DELETE /Taxes/{id}                                    staff with staffFees
    DELETE /User/{id}                                     staff with staffUsers, or the company (record) with canManageUsers
    DELETE /User/{id}/factors/trusted-devices             staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    DELETE /User/{id}/invitation                          staff with staffUsers, or the company (record) with canManageUsers
    DELETE /User/{id}/new-email                           staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    DELETE /User/{id}/sessions                            staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    DELETE /User/{id}/sessions/{sessionId}                staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    DELETE /Webhooks/{id}                                 company users with canManageCompany
    DELETE /v1/InternetProducts/{id}                      staff with staffCompanies, or the company (record) with canManageProducts
    GET    /Account                                       staff with staffRead
    GET    /Account/company/{companyId}                   staff with staffRead, or the company (params.companyId) with canViewAccounts or canManageAccounts
    GET    /Account/company/{companyId}/suspense          staff with staffRead
    GET    /Account/number/{number}                       staff with staffRead, or the company (record) with canViewAccounts
    GET    /Account/{id}                                  staff with staffRead, or the company (record) with canViewAccounts
    GET    /Account/{id}/balance                          staff with staffRead, or the company (record) with canViewAccounts
    GET    /Account/{id}/holds                            staff with staffRead, or the company (record) with canViewTransactions
    GET    /Account/{id}/movements                        staff with staffRead, or the company (record) with canViewTransactions
    GET    /Account/{id}/movements/totals                 staff with staffRead, or the company (record) with canViewTransactions
    GET    /Account/{id}/statement                        staff with staffRead, or the company (record) with canViewTransactions
    GET    /Account/{id}/statement/pdf                    staff with staffRead, or the company (record) with canViewTransactions
    GET    /Account/{id}/statement/signed                 staff with staffRead, or the company (record) with canViewTransactions
    GET    /Accounting/days                               staff with staffRead
    GET    /Accounting/entries                            staff with staffRead
    GET    /Accounting/months                             staff with staffRead
    GET    /Accounting/trial-balance                      staff with staffRead
    GET    /Admin/notification-settings                   staff
    GET    /AdminDashboard/attention                      staff with staffRead
    GET    /AdminDashboard/company/{companyId}            staff with staffRead
    GET    /AdminDashboard/report                         staff with staffRead
    GET    /AdminDashboard/statistics                     staff with staffRead
    GET    /AdminDashboard/transactions                   staff with staffRead
    GET    /ApiRequests                                   company users with canManageCompany
    GET    /ApiRequests/errors                            company users with canManageCompany
    GET    /ApiRequests/{id}                              company users with canManageCompany
    GET    /Approvals                                     staff with staffRead, or the company (record) with canApprovePayouts or canManageAccounts or canManageCompany
    GET    /Approvals/{id}                                staff with staffRead, or the company (record) with canApprovePayouts or canManageAccounts or canManageCompany
    GET    /Audit                                         staff with staffRead
    GET    /Audit/company/{companyId}                     staff with staffRead, or the company (params.companyId) with canManageCompany
    GET    /BlockedNumbers                                staff with staffRead
    GET    /BulkPayouts                                   company users with canManageAccounts or canApprovePayouts
    GET    /BulkPayouts/{id}                              staff with staffRead, or the company (record) with canManageAccounts or canApprovePayouts
    GET    /BulkPayouts/{id}/lines                        staff with staffRead, or the company (record) with canManageAccounts or canApprovePayouts
    GET    /BulkPayouts/{id}/results                      staff with staffRead, or the company (record) with canManageAccounts or canApprovePayouts
    GET    /Company                                       staff with staffRead
    GET    /Company/{companyId}/code-batches              staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /Company/{companyId}/code-batches/{batchId}    staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /Company/{companyId}/codes/{codeId}            staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /Company/{companyId}/products                  staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /Company/{id}                                  staff with staffRead, or the company (params.id)
    GET    /Company/{id}/bank-accounts                    staff with staffRead, or the company (params.id) with canManageCompany or canManageAccounts or canViewTransactions
    GET    /Company/{id}/blocked-numbers                  staff with staffRead, or the company (params.id) with canManageCompany or canManageAccounts
    GET    /Company/{id}/credentials                      staff with staffKeys
    GET    /Company/{id}/debt                             staff with staffRead, or the company (params.id) with canViewAccounts or canManageAccounts
    GET    /Company/{id}/factor-rule                      staff with staffRead, or the company (params.id) with canManageCompany
    GET    /Company/{id}/fees                             staff with staffRead, or the company (params.id)
    GET    /Company/{id}/keys                             staff with staffKeys, or the company (params.id) with canManageCompany
    GET    /Company/{id}/liability-proofs                 staff with staffRead, or the company (params.id) with canViewAccounts
    GET    /Company/{id}/liability-proofs/{day}           staff with staffRead, or the company (params.id) with canViewAccounts
    GET    /Company/{id}/limits                           staff with staffRead, or the company (params.id) with canManageCompany or canManageAccounts
    GET    /Company/{id}/payout-rule                      staff with staffRead, or the company (params.id) with canManageCompany or canManageAccounts or canApprovePayouts
    GET    /Company/{id}/settlement-terms                 staff with staffRead, or the company (params.id) with canViewTransactions or canManageAccounts or canManageCompany
    GET    /Company/{id}/test-mode                        staff with staffRead
    GET    /Company/{id}/webhook                          staff with staffRead
    GET    /Company/{id}/webhook/deliveries               staff with staffRead
    GET    /Company/{id}/webhook/deliveries/{deliveryId}  staff with staffRead
    GET    /Enquiries                                     staff with staffRead
    GET    /Enquiries/own                                 company users with canManageCompany
    GET    /Events                                        company users with canManageCompany
    GET    /Examinations                                  company users with canManageCompany
    GET    /Examinations/requirement                      company users with canManageCompany
    GET    /Examinations/{id}                             company users with canManageCompany
    GET    /Exports                                       staff with staffRead, or the company (record) with canViewTransactions
    GET    /Exports/{id}                                  staff with staffRead, or the company (record) with canViewTransactions
    GET    /Exports/{id}/file                             staff with staffRead, or the company (record) with canViewTransactions
    GET    /NetworkNotices                                staff with staffRead
    GET    /NetworkStatements                             staff with staffRead
    GET    /NetworkStatements/{id}                        staff with staffRead
    GET    /NetworkStatements/{id}/bad-lines              staff with staffRead
    GET    /NetworkStatements/{id}/lines                  staff with staffRead
    GET    /Networks                                      any signed-in user
    GET    /Networks/company/{companyId}/holder           staff with staffRead, or the company (params.companyId) with canManageAccounts or canApprovePayouts
    GET    /Networks/floats                               staff with staffRead
    GET    /Notifications                                 any signed-in user
    GET    /Notifications/preferences                     any signed-in user
    GET    /Notifications/summary                         any signed-in user
    GET    /PaymentLinks                                  staff with staffRead, or the company (record) with canViewTransactions or canManageAccounts
    GET    /PaymentLinks/{id}                             staff with staffRead, or the company (record) with canViewTransactions or canManageAccounts
    GET    /PaymentLinks/{id}/checkouts                   staff with staffRead, or the company (record) with canViewTransactions
    GET    /PaymentReviews                                staff with staffRead
    GET    /PaymentReviews/{id}                           staff with staffRead
    GET    /PayoutBrakes                                  staff with staffRead
    GET    /PayoutBrakes/state                            staff with staffRead
    GET    /PayoutBrakes/{id}                             staff with staffRead
    GET    /PayoutBrakes/{id}/payouts                     staff with staffRead
    GET    /Permission                                    staff with staffRead
    GET    /PlatformSettings                              staff with staffRead
    GET    /Recipients                                    company users with canManageAccounts
    GET    /Reconciliation/bridge                         staff with staffRead
    GET    /Reconciliation/cases                          staff with staffRead
    GET    /Reconciliation/cases/{id}                     staff with staffRead
    GET    /Reconciliation/days                           staff with staffRead
    GET    /Role                                          staff with staffRead
    GET    /Role/{id}                                     staff with staffRead
    GET    /SavedViews                                    any signed-in user
    GET    /Search                                        staff with staffRead
    GET    /Search/own-company                            company users
    GET    /SettlementBatches                             staff with staffRead
    GET    /SettlementBatches/{id}                        staff with staffRead
    GET    /SettlementBatches/{id}/file                   staff with staffMoney
    GET    /Settlements                                   staff with staffRead, or the company (record) with canViewTransactions or canManageAccounts or canManageCompany
    GET    /Site                                          anyone
    GET    /Status                                        anyone
    GET    /Status/history                                anyone
    GET    /Taxes                                         any signed-in user
    GET    /Till                                          a paired device of a till; anyone else gets null
    GET    /Till/feed                                     a shift at a till
    GET    /Till/requests/{id}                            a shift at a till
    GET    /Tills                                         staff with staffRead, or the company (record) with canViewTransactions or canManageAccounts
    GET    /Tills/{id}                                    staff with staffRead, or the company (record) with canViewTransactions or canManageAccounts
    GET    /Tills/{id}/shifts                             staff with staffRead, or the company (record) with canViewTransactions
    GET    /Tills/{id}/shifts/{shiftId}                   staff with staffRead, or the company (record) with canViewTransactions
    GET    /Transaction                                   staff with staffRead, or the company (record) with canViewTransactions
    GET    /Transaction/company/{companyId}               staff with staffRead, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/totals                            staff with staffRead, or the company (record) with canViewTransactions
    GET    /Transaction/{companyId}/transactions          staff with staffRead, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{companyId}/transactions/totals   staff with staffRead, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{companyId}/transactions/{recordId}/trace staff with staffRead, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{id}                              staff with staffRead, or the company (record) with canViewTransactions
    GET    /Transaction/{id}/receipt                      staff with staffRead, or the company (record) with canViewTransactions
    GET    /Transaction/{id}/receipt/pdf                  staff with staffRead, or the company (record) with canViewTransactions
    GET    /User                                          staff with staffRead
    GET    /User/company-roles                            any signed-in user
    GET    /User/company/{id}/paged                       staff with staffRead, or the company (params.id) with canViewUsers or canManageUsers
    GET    /User/{id}                                     staff with staffRead, or the company (record) with canViewUsers or canManageUsers, or the user named in the path
    GET    /User/{id}/factors                             staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    GET    /User/{id}/sessions                            staff with staffUsers, or the company (record) with canManageUsers, or the user named in the path
    GET    /Webhooks                                      company users with canManageCompany
    GET    /Webhooks/deliveries                           company users with canManageCompany
    GET    /Webhooks/deliveries/{deliveryId}              company users with canManageCompany
    GET    /v1/CompanyDashboard/analytics                 company users with canViewAnalytics
    GET    /v1/CompanyDashboard/statistics                company users
    GET    /v1/Events                                     a company's own systems, signed (read)
    GET    /v1/Examinations/{id}                          a company's own systems, signed (read)
    GET    /v1/InternetProducts/company/{companyId}       staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /v1/InternetProducts/company/{companyId}/active staff with staffRead, or the company (params.companyId) with canViewProducts or canManageProducts
    GET    /v1/InternetProducts/{id}                      staff with staffRead, or the company (record) with canViewProducts or canManageProducts
    GET    /v1/InternetProducts/{id}/figures              staff with staffRead, or the company (record) with canViewProducts or canManageProducts
    GET    /v1/Payments                                   a company's own systems, signed (read)
    GET    /v1/Payments/balance                           a company's own systems, signed (read)
    GET    /v1/Payments/bulk-payouts/{bulkId}             a company's own systems, signed (read)
    GET    /v1/Payments/bulk-payouts/{bulkId}/lines       a company's own systems, signed (read)
    GET    /v1/Payments/links                             a company's own systems, signed (read)
    GET    /v1/Payments/links/{linkId}                    a company's own systems, signed (read)
    GET    /v1/Payments/products                          a company's own systems, signed (read)
    GET    /v1/Payments/{transactionId}                   a company's own systems, signed (read)
    PATCH  /Company/credentials/deactivate                staff with staffKeys
    POST   /Account                                       staff with staffCompanies, or the company (body.companyId) with canManageAccounts
    POST   /Account/{id}/freeze                           staff with staffCompanies
    POST   /Account/{id}/unfreeze                         staff with staffCompanies
    POST   /Accounting/days/{day}/close                   staff with staffMoney
    POST   /ApiKeys                                       company users with canManageCompany
    POST   /ApiKeys/{id}/rotate                           company users with canManageCompany
    POST   /Approvals/decide                              staff with staffRead, or the company (record) with canApprovePayouts
    POST   /Approvals/{id}/approve                        staff with staffRead, or the company (record) with canApprovePayouts
    POST   /Approvals/{id}/cancel                         staff with staffMoney, or the company (record) with canManageAccounts
    POST   /Approvals/{id}/reject                         staff with staffRead, or the company (record) with canApprovePayouts
    POST   /Approvals/{id}/withdraw                       staff with staffRead, or the company (record) with canApprovePayouts or canManageAccounts or canManageCompany
    POST   /Auth/demo                                     anyone
    POST   /Auth/factor                                   anyone
    POST   /Auth/forgot-password                          anyone
    POST   /Auth/link                                     anyone
    POST   /Auth/link/email                               anyone
    POST   /Auth/link/password                            anyone
    POST   /Auth/login                                    anyone
    POST   /Auth/logout                                   any signed-in user
    POST   /Auth/passkey                                  anyone
    POST   /BankAccounts/{id}/retire                      staff with staffMoney, or the company (record) with canManageCompany
    POST   /BlockedNumbers                                staff with staffFees
    POST   /BulkPayouts                                   company users with canManageAccounts
    POST   /BulkPayouts/{id}/cancel                       company users with canManageAccounts
    POST   /BulkPayouts/{id}/retry                        company users with canManageAccounts
    POST   /BulkPayouts/{id}/submit                       company users with canManageAccounts
    POST   /Company                                       staff with staffCompanies
    POST   /Company/credentials                           staff with staffKeys
    POST   /Company/credentials/reveal                    staff with staffKeys
    POST   /Company/upload-csv                            staff with staffCompanies, or the company (body.companyId) with canManageProducts
    POST   /Company/{companyId}/code-batches/{batchId}/move staff with staffCompanies, or the company (params.companyId) with canManageProducts
    POST   /Company/{companyId}/code-batches/{batchId}/withdraw staff with staffCompanies, or the company (params.companyId) with canManageProducts
    POST   /Company/{companyId}/codes/{codeId}/move       staff with staffCompanies, or the company (params.companyId) with canManageProducts
    POST   /Company/{companyId}/codes/{codeId}/reveal     staff with staffMoney, or the company (params.companyId) with canRevealCodes
    POST   /Company/{companyId}/codes/{codeId}/withdraw   staff with staffCompanies, or the company (params.companyId) with canManageProducts
    POST   /Company/{id}/bank-accounts                    staff with staffMoney, or the company (params.id) with canManageCompany
    POST   /Company/{id}/blocked-numbers                  staff with staffFees, or the company (params.id) with canManageCompany
    POST   /Company/{id}/examination-exception            staff with staffFees
    POST   /Company/{id}/fees                             staff with staffFees
    POST   /Company/{id}/limits/preview                   staff with staffFees
    POST   /Company/{id}/payout-approval                  staff with staffMoney, or the company (params.id) with canManageAccounts
    POST   /Company/{id}/payout-brake                     staff with staffMoney, or the company (params.id) with canManageCompany
    POST   /Company/{id}/payout-rule/preview              staff with staffFees, or the company (params.id) with canManageCompany
    POST   /Company/{id}/resume                           staff with staffCompanies
    POST   /Company/{id}/settlements                      staff with staffMoney, or the company (params.id) with canManageAccounts
    POST   /Company/{id}/suspend                          staff with staffCompanies
    POST   /Company/{id}/webhook/deliveries/{deliveryId}/send-again staff with staffWebhooks
    POST   /Company/{id}/webhook/secret                   staff with staffKeys
    POST   /Company/{id}/webhook/test                     staff with staffKeys
    POST   /Enquiries                                     anyone
    POST   /Enquiries/own                                 company users with canManageCompany
    POST   /Enquiries/{id}/answer                         staff with staffCompanies
    POST   /Enquiries/{id}/reply                          staff with staffCompanies
    POST   /Examinations                                  company users with canManageCompany
    POST   /Exports                                       staff with staffRead, or the company (record) with canViewTransactions
    POST   /FloatTransfers                                staff with staffMoney
    POST   /NetworkNotices/{id}/close                     staff with staffMoney
    POST   /NetworkNotices/{id}/confirm                   staff with staffMoney
    POST   /NetworkNotices/{id}/propose/booking           staff with staffMoney
    POST   /NetworkNotices/{id}/propose/release           staff with staffMoney
    POST   /NetworkNotices/{id}/reject                    staff with staffMoney
    POST   /NetworkNotices/{id}/withdraw                  staff with staffMoney
    POST   /NetworkStatements                             staff with staffMoney
    POST   /NetworkStatements/{id}/withdraw               staff with staffMoney
    POST   /Notifications/read                            any signed-in user
    POST   /Notifications/{id}/read                       any signed-in user
    POST   /PaymentLinks                                  company users with canManageAccounts
    POST   /PaymentLinks/standing                         company users with canManageAccounts
    POST   /PaymentLinks/{id}/end                         company users with canManageAccounts
    POST   /PaymentLinks/{id}/stop                        staff with staffCompanies
    POST   /PaymentReviews/{id}/confirm                   staff with staffMoney
    POST   /PaymentReviews/{id}/propose                   staff with staffMoney
    POST   /PaymentReviews/{id}/reject                    staff with staffMoney
    POST   /PaymentReviews/{id}/withdraw                  staff with staffMoney
    POST   /PayoutBrakes                                  staff with staffMoney
    POST   /PayoutBrakes/{id}/propose                     staff with staffMoney
    POST   /Recipients                                    company users with canManageAccounts
    POST   /Reconciliation/cases/preview                  staff with staffMoney
    POST   /Reconciliation/cases/propose                  staff with staffMoney
    POST   /Reconciliation/cases/{id}/assignee            staff with staffMoney
    POST   /Reconciliation/cases/{id}/notes               staff with staffMoney
    POST   /Reconciliation/cases/{id}/preview             staff with staffMoney
    POST   /Reconciliation/cases/{id}/propose             staff with staffMoney
    POST   /Role                                          staff with staffUsers
    POST   /Role/assign-permission                        staff with staffUsers
    POST   /Role/remove-permission                        staff with staffUsers
    POST   /SavedViews                                    any signed-in user
    POST   /SettlementBatches                             staff with staffMoney
    POST   /SettlementBatches/{id}/paid                   staff with staffMoney
    POST   /Settlements/{id}/cancel                       staff with staffMoney, or the company (record) with canManageAccounts
    POST   /Settlements/{id}/paid                         staff with staffMoney
    POST   /Settlements/{id}/returned                     staff with staffMoney
    POST   /Taxes                                         staff with staffFees
    POST   /Till/check                                    a shift at a till
    POST   /Till/end                                      a shift at a till
    POST   /Till/pair                                     anyone
    POST   /Till/requests                                 a shift at a till
    POST   /Till/shift                                    a paired device of a till
    POST   /Tills                                         company users with canManageAccounts
    POST   /Tills/{id}/cashiers                           company users with canManageAccounts
    POST   /Tills/{id}/cashiers/{cashierId}/pin           company users with canManageAccounts
    POST   /Tills/{id}/cashiers/{cashierId}/remove        company users with canManageAccounts
    POST   /Tills/{id}/devices                            company users with canManageAccounts
    POST   /Tills/{id}/devices/{deviceId}/unlock          company users with canManageAccounts
    POST   /Tills/{id}/devices/{deviceId}/unpair          company users with canManageAccounts
    POST   /Tills/{id}/end                                company users with canManageAccounts
    POST   /Tills/{id}/shifts/{shiftId}/end               company users with canManageAccounts
    POST   /Transaction/company/{companyId}/requests      staff with staffMoney, or the company (params.companyId) with canManageAccounts
    POST   /Transaction/transfers                         company users with canManageAccounts
    POST   /Transaction/{id}/refunds                      company users with canManageAccounts
    POST   /Transaction/{id}/refunds/review               company users with canManageAccounts
    POST   /Transaction/{id}/reverse                      staff with staffMoney
    POST   /User                                          staff with staffUsers, or the company (body.companyId) with canManageUsers
    POST   /User/assign-role                              staff with staffUsers
    POST   /User/remove-role                              staff with staffUsers
    POST   /User/{id}/factors/app                         the user named in the path
    POST   /User/{id}/factors/app/confirm                 the user named in the path
    POST   /User/{id}/factors/app/remove                  the user named in the path
    POST   /User/{id}/factors/passkeys                    the user named in the path
    POST   /User/{id}/factors/passkeys/challenge          the user named in the path
    POST   /User/{id}/factors/passkeys/options            the user named in the path
    POST   /User/{id}/factors/passkeys/{passkeyId}/remove the user named in the path
    POST   /User/{id}/factors/recovery-codes              the user named in the path
    POST   /User/{id}/factors/reset                       staff with staffUsers, or the company (record) with canManageUsers
    POST   /User/{id}/invitation                          staff with staffUsers, or the company (record) with canManageUsers
    POST   /User/{id}/password-link                       staff with staffUsers, or the company (record) with canManageUsers
    POST   /Webhooks                                      company users with canManageCompany
    POST   /Webhooks/deliveries/{deliveryId}/send-again   company users with canManageCompany
    POST   /Webhooks/{id}/rotate                          company users with canManageCompany
    POST   /Webhooks/{id}/send-again                      company users with canManageCompany
    POST   /Webhooks/{id}/test                            company users with canManageCompany
    POST   /v1/Examinations                               a company's own systems, signed (collect)
    POST   /v1/InternetProducts                           staff with staffCompanies, or the company (body.companyId) with canManageProducts
    POST   /v1/Payments/bulk-payouts                      a company's own systems, signed (payout)
    POST   /v1/Payments/bulk-payouts/{bulkId}/retry       a company's own systems, signed (payout)
    POST   /v1/Payments/collections                       a company's own systems, signed (collect)
    POST   /v1/Payments/links                             a company's own systems, signed (collect)
    POST   /v1/Payments/links/{linkId}/end                a company's own systems, signed (collect)
    POST   /v1/Payments/payouts                           a company's own systems, signed (payout)
    POST   /v1/Payments/refunds                           a company's own systems, signed (payout)
    PUT    /Account/{id}                                  staff with staffCompanies
    PUT    /Account/{id}/deactivate                       staff with staffCompanies
    PUT    /Admin/change-password                         staff
    PUT    /Admin/notification-settings                   staff
    PUT    /Admin/profile                                 staff
    PUT    /Company/credentials                           staff with staffKeys
    PUT    /Company/{id}                                  staff with staffCompanies
    PUT    /Company/{id}/factor-rule                      staff with staffCompanies, or the company (params.id) with canManageCompany
    PUT    /Company/{id}/limits                           staff with staffFees
    PUT    /Company/{id}/logo                             staff with staffCompanies, or the company (params.id) with canManageCompany
    PUT    /Company/{id}/payout-ceiling                   staff with staffFees
    PUT    /Company/{id}/payout-rule                      staff with staffFees, or the company (params.id) with canManageCompany
    PUT    /Company/{id}/profile                          staff with staffCompanies, or the company (params.id) with canManageCompany
    PUT    /Company/{id}/settlement-schedule              staff with staffMoney, or the company (params.id) with canManageAccounts
    PUT    /Company/{id}/webhook                          staff with staffKeys
    PUT    /Notifications/preferences                     any signed-in user
    PUT    /PlatformSettings                              staff with staffSettings
    PUT    /Recipients/{id}                               company users with canManageAccounts
    PUT    /Role/{id}                                     staff with staffUsers
    PUT    /SavedViews/{id}                               any signed-in user
    PUT    /Tills/{id}                                    company users with canManageAccounts
    PUT    /Transaction/{id}/approve                      staff with staffMoney
    PUT    /Transaction/{id}/reject                       staff with staffMoney
    PUT    /User/{id}                                     staff with staffUsers, or the company (record) with canManageUsers
    PUT    /User/{id}/change-password                     the user named in the path
    PUT    /Webhooks/{id}                                 company users with canManageCompany
    PUT    /v1/InternetProducts/{id}                      staff with staffCompanies, or the company (record) with canManageProducts"
  `);
});

it('every route under /api is in the access table', async () => {
  const { app } = await createTestApp();
  await app.ready();
  const declared = new Set(
    Object.values(contract)
      .flatMap((group) => Object.values(group))
      .map(({ method, path }) => `${method} /api${path.replace(/\{\w+\}/g, ':')}`),
  );
  const open = new Set([
    'GET /api/openapi.json',
    'GET /api/v1/openapi.json',
    'GET /api/docs',
    'GET /api/docs/:',
  ]);
  const served = routesOf(app.printRoutes({ commonPrefix: false }));
  expect(served.length).toBeGreaterThan(declared.size);
  const undeclared = served.filter(
    (route) => route.includes(' /api') && !declared.has(route) && !open.has(route),
  );
  expect(undeclared).toEqual([]);
});

/** Fastify prints a tree; a path is its parents joined. HEAD is served where GET is. */
function routesOf(tree: string): string[] {
  const parents: string[] = [];
  const routes: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^([│ ]*)[├└]── (\S+?)(?: \(([^)]+)\))?$/.exec(line);
    if (!match) continue;
    const [, indent = '', part = '', methods] = match;
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = part;
    for (const method of methods?.split(', ') ?? []) {
      if (method !== 'HEAD') routes.push(`${method} ${parents.join('').replace(/:[\w|:]+/g, ':')}`);
    }
  }
  return routes;
}
