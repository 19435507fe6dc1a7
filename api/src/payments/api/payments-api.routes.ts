import type { payments } from '@sente/contract/payments';
import type { Handlers } from '../../http/serve.ts';
import type { PaymentsApiService } from './payments-api.service.ts';

export function paymentsApiRoutes(service: PaymentsApiService): Handlers<typeof payments> {
  return {
    createCollection: ({ caller, body, idempotencyKey }) =>
      service.create(caller, 'collection', body, idempotencyKey),
    createPayout: ({ caller, body, idempotencyKey }) =>
      service.create(caller, 'payout', body, idempotencyKey),
    createRefund: ({ caller, body, idempotencyKey }) =>
      service.refund(caller, body, idempotencyKey),
    list: ({ caller, query }) => service.list(caller, query),
    get: async ({ caller, params }) => ({ data: await service.get(caller, params.transactionId) }),
    balance: async ({ caller }) => ({ data: await service.balance(caller) }),
    products: async ({ caller }) => ({ data: await service.products(caller) }),
  };
}
