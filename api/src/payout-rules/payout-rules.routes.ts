import type { payoutRules } from '@sente/contract/payout-rules';
import type { Handlers } from '../http/serve.ts';
import type { PaymentRequestsService } from '../payments/requests/payment-requests.service.ts';
import type { PayoutRulesService } from './payout-rules.service.ts';

export function payoutRulesRoutes(
  service: PayoutRulesService,
  requests: Pick<PaymentRequestsService, 'review'>,
): Handlers<typeof payoutRules> {
  return {
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    save: ({ actor, params, body }) => service.save(actor, params.id, body),
    preview: async ({ actor, params, body }) => ({
      data: await service.preview(actor, params.id, body),
    }),
    saveCeiling: ({ actor, params, body }) => service.saveCeiling(actor, params.id, body),
    expect: async ({ actor, params, body }) => ({
      data: await requests.review(actor, params.id, body),
    }),
  };
}
