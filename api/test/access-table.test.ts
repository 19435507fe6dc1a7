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
    "DELETE /Company/credentials/{recordId}                staff
    DELETE /Company/{id}                                  staff
    DELETE /Company/{id}/fees/{feeId}                     staff
    DELETE /Company/{id}/webhook                          staff
    DELETE /Role/{id}                                     staff
    DELETE /User/{id}                                     staff, or the company (record) with canManageUsers
    DELETE /v1/InternetProducts/{id}                      staff, or the company (record)
    GET    /Account                                       staff
    GET    /Account/company/{companyId}                   staff, or the company (params.companyId) with canViewAccounts or canManageAccounts
    GET    /Account/company/{companyId}/suspense          staff
    GET    /Account/number/{number}                       staff, or the company (record) with canViewAccounts
    GET    /Account/{id}                                  staff, or the company (record) with canViewAccounts
    GET    /Account/{id}/balance                          staff, or the company (record) with canViewAccounts
    GET    /Account/{id}/holds                            staff, or the company (record) with canViewTransactions
    GET    /Account/{id}/statement                        staff, or the company (record) with canViewTransactions
    GET    /Admin/notification-settings                   staff
    GET    /AdminDashboard/attention                      staff
    GET    /AdminDashboard/report                         staff
    GET    /AdminDashboard/statistics                     staff
    GET    /AdminDashboard/transactions                   staff
    GET    /Audit                                         staff
    GET    /Company                                       staff
    GET    /Company/{companyId}/products                  staff, or the company (params.companyId)
    GET    /Company/{id}                                  staff, or the company (params.id)
    GET    /Company/{id}/credentials                      staff
    GET    /Company/{id}/debt                             staff, or the company (params.id) with canViewAccounts or canManageAccounts
    GET    /Company/{id}/fees                             staff, or the company (params.id)
    GET    /Company/{id}/webhook                          staff
    GET    /Company/{id}/webhook/deliveries               staff
    GET    /Company/{id}/webhook/deliveries/{deliveryId}  staff
    GET    /NetworkNotices                                staff
    GET    /Networks                                      any signed-in user
    GET    /Networks/company/{companyId}/holder           staff, or the company (params.companyId) with canManageAccounts
    GET    /Networks/floats                               staff
    GET    /PaymentReviews                                staff
    GET    /Permission                                    staff
    GET    /Role                                          staff
    GET    /Role/{id}                                     staff
    GET    /Search                                        staff
    GET    /Transaction/company/{companyId}               staff, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{companyId}/transactions          staff, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{companyId}/transactions/{recordId}/trace staff, or the company (params.companyId) with canViewTransactions
    GET    /Transaction/{id}                              staff
    GET    /User                                          staff
    GET    /User/company/{id}/paged                       staff, or the company (params.id) with canViewUsers or canManageUsers
    GET    /User/{id}                                     staff, or the company (record) with canViewUsers or canManageUsers, or the user named in the path
    GET    /v1/CompanyDashboard/analytics                 company users with canViewAnalytics
    GET    /v1/CompanyDashboard/statistics                company users
    GET    /v1/InternetProducts/company/{companyId}       staff, or the company (params.companyId)
    GET    /v1/InternetProducts/company/{companyId}/active staff, or the company (params.companyId)
    GET    /v1/InternetProducts/{id}                      staff, or the company (record)
    GET    /v1/Payments                                   a company's own systems, signed
    GET    /v1/Payments/balance                           a company's own systems, signed
    GET    /v1/Payments/products                          a company's own systems, signed
    GET    /v1/Payments/{transactionId}                   a company's own systems, signed
    PATCH  /Company/credentials/deactivate                staff
    POST   /Account                                       staff, or the company (body.companyId) with canManageAccounts
    POST   /Auth/login                                    anyone
    POST   /Auth/logout                                   any signed-in user
    POST   /Company                                       staff
    POST   /Company/credentials                           staff
    POST   /Company/upload-csv                            staff, or the company (body.companyId)
    POST   /Company/{id}/fees                             staff
    POST   /Company/{id}/webhook/deliveries/{deliveryId}/send-again staff
    POST   /Company/{id}/webhook/secret                   staff
    POST   /Company/{id}/webhook/test                     staff
    POST   /NetworkNotices/{id}/close                     staff
    POST   /NetworkNotices/{id}/confirm                   staff
    POST   /NetworkNotices/{id}/propose/booking           staff
    POST   /NetworkNotices/{id}/propose/release           staff
    POST   /NetworkNotices/{id}/reject                    staff
    POST   /NetworkNotices/{id}/withdraw                  staff
    POST   /PaymentReviews/{id}/confirm                   staff
    POST   /PaymentReviews/{id}/propose                   staff
    POST   /PaymentReviews/{id}/withdraw                  staff
    POST   /Role                                          staff
    POST   /Role/assign-permission                        staff
    POST   /Role/remove-permission                        staff
    POST   /Transaction/company/{companyId}/requests      staff, or the company (params.companyId) with canManageAccounts
    POST   /Transaction/{id}/reverse                      staff
    POST   /User                                          staff, or the company (body.companyId) with canManageUsers
    POST   /User/assign-role                              staff
    POST   /User/remove-role                              staff
    POST   /v1/InternetProducts                           staff, or the company (body.companyId)
    POST   /v1/Payments/collections                       a company's own systems, signed
    POST   /v1/Payments/payouts                           a company's own systems, signed
    PUT    /Account/{id}                                  staff
    PUT    /Account/{id}/deactivate                       staff
    PUT    /Admin/change-password                         staff
    PUT    /Admin/notification-settings                   staff
    PUT    /Admin/profile                                 staff
    PUT    /Company/credentials                           staff
    PUT    /Company/{id}                                  staff
    PUT    /Company/{id}/webhook                          staff
    PUT    /Role/{id}                                     staff
    PUT    /Transaction/{id}/approve                      staff
    PUT    /Transaction/{id}/reject                       staff
    PUT    /User/{id}                                     staff, or the company (record) with canManageUsers
    PUT    /User/{id}/change-password                     the user named in the path
    PUT    /v1/InternetProducts/{id}                      staff, or the company (record)"
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
  const open = new Set(['GET /api/openapi.json', 'GET /api/docs']);
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
