import type { webhooks } from '@sente/contract/webhooks';
import type { Handlers } from '../http/serve.ts';
import type { DeliveriesService } from './deliveries.service.ts';
import type { WebhooksService } from './webhooks.service.ts';

export function webhooksRoutes(
  service: WebhooksService,
  log: DeliveriesService,
): Handlers<typeof webhooks> {
  return {
    get: ({ actor, params }) => service.get(actor, params.id),
    save: ({ actor, params, body }) => service.save(actor, params.id, body),
    replaceSecret: ({ actor, params }) => service.replaceSecret(actor, params.id),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
    test: ({ actor, params }) => service.test(actor, params.id),
    deliveries: ({ actor, params, query }) => log.list(actor, params.id, query),
    delivery: ({ actor, params }) => log.get(actor, params.id, params.deliveryId),
    sendAgain: ({ actor, params }) => log.sendAgain(actor, params.id, params.deliveryId),
  };
}
