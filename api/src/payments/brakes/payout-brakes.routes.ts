import type { payoutBrakes } from '@sente/contract/payout-brakes';
import type { Handlers } from '../../http/serve.ts';
import type { PayoutBrakesService } from './payout-brakes.service.ts';

export function payoutBrakesRoutes(service: PayoutBrakesService): Handlers<typeof payoutBrakes> {
  return {
    state: async ({ actor }) => ({ data: await service.state(actor) }),
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    payouts: ({ actor, params, query }) => service.payouts(actor, params.id, query),
    tripForAll: async ({ actor, body }) => ({
      data: await service.tripForAll(actor, body.reason),
      message: 'All payouts are stopped',
    }),
    trip: async ({ actor, params, body }) => {
      await service.trip(actor, params.id, body.reason);
      return { data: null, message: 'The payouts of the company are stopped' };
    },
    propose: ({ actor, params, body }) => service.propose(actor, params.id, body),
  };
}
