import type { transactions } from '@sente/contract/transactions';
import type { Handlers } from '../http/serve.ts';
import type { TransactionsService } from './transactions.service.ts';

/** Requests and their approval belong to payments. */
type Own = Pick<Handlers<typeof transactions>, 'ofCompany' | 'get' | 'reverse'>;

export function transactionsRoutes(service: TransactionsService): Own {
  return {
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    reverse: async ({ actor, params, body }) => ({
      data: await service.reverse(actor, params.id, body.reason),
    }),
  };
}
