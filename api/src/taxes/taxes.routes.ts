import type { taxes } from '@sente/contract/taxes';
import type { Handlers } from '../http/serve.ts';
import type { TaxesService } from './taxes.service.ts';

export function taxesRoutes(service: TaxesService): Handlers<typeof taxes> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    add: ({ actor, body }) => service.add(actor, body),
    remove: ({ actor, params }) => service.remove(actor, params.id),
  };
}
