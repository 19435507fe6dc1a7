import type { transactions } from '@sente/contract/transactions';
import type { Handlers } from '../../http/serve.ts';
import type { PaymentRequestsService } from './payment-requests.service.ts';

type Own = Pick<Handlers<typeof transactions>, 'request' | 'approve' | 'reject'>;

export function paymentRequestsRoutes(service: PaymentRequestsService): Own {
  return {
    request: ({ actor, params, body }) => service.request(actor, params.companyId, body),
    approve: async ({ actor, params }) => ({ data: await service.approve(actor, params.id) }),
    reject: async ({ actor, params }) => ({ data: await service.reject(actor, params.id) }),
  };
}
