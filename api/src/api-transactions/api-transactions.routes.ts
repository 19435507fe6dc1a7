import type { apiTransactions } from '@sente/contract/api-transactions';
import type { Handlers } from '../http/serve.ts';
import type { ApiTransactionsService } from './api-transactions.service.ts';

export function apiTransactionsRoutes(
  service: ApiTransactionsService,
): Handlers<typeof apiTransactions> {
  return {
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    totals: async ({ actor, params, query }) => ({
      data: await service.totals(actor, params.companyId, query),
    }),
    trace: async ({ actor, params }) => ({
      data: await service.trace(actor, params.companyId, params.recordId),
    }),
  };
}
