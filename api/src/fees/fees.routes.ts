import type { fees } from '@sente/contract/fees';
import type { Handlers } from '../http/serve.ts';
import type { FeesService } from './fees.service.ts';

export function feesRoutes(service: FeesService): Handlers<typeof fees> {
  return {
    list: async ({ actor, params }) => ({ data: await service.list(actor, params.id) }),
    add: ({ actor, params, body }) => service.add(actor, params.id, body),
    remove: ({ actor, params }) => service.remove(actor, params.id, params.feeId),
  };
}
