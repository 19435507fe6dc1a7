import type { transactions } from '@sente/contract/transactions';
import type { Handlers } from '../http/serve.ts';
import type { TransactionsService } from './transactions.service.ts';
import type { TransfersService } from './transfers.service.ts';

/** Requests and their approval belong to payments. */
type Own = Pick<
  Handlers<typeof transactions>,
  'list' | 'totals' | 'ofCompany' | 'get' | 'reverse' | 'transfer'
>;

export function transactionsRoutes(service: TransactionsService, transfers: TransfersService): Own {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    totals: async ({ actor, query }) => ({ data: await service.totals(actor, query) }),
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    reverse: async ({ actor, params, body }) => ({
      data: await service.reverse(actor, params.id, body.reason),
    }),
    transfer: async ({ actor, body }) => ({ data: await transfers.transfer(actor, body) }),
  };
}
