import type { paymentReviews } from '@sente/contract/payment-reviews';
import type { Handlers } from '../../http/serve.ts';
import type { ReviewsService } from './reviews.service.ts';

export function reviewsRoutes(service: ReviewsService): Handlers<typeof paymentReviews> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    propose: async ({ actor, params, body }) => ({
      data: await service.propose(actor, params.id, body),
    }),
    confirm: async ({ actor, params, body }) => {
      await service.confirm(actor, params.id, body);
      return { data: null };
    },
    withdraw: async ({ actor, params }) => ({ data: await service.withdraw(actor, params.id) }),
    reject: async ({ actor, params, body }) => ({
      data: await service.reject(actor, params.id, body),
    }),
  };
}
