import type { recipients } from '@sente/contract/recipients';
import type { Handlers } from '../http/serve.ts';
import type { RecipientsService } from './recipients.service.ts';

export function recipientsRoutes(service: RecipientsService): Handlers<typeof recipients> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    rename: async ({ actor, params, body }) => ({
      data: await service.rename(actor, params.id, body.label),
    }),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
  };
}
