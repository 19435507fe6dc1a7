import type { savedViews } from '@sente/contract/saved-views';
import type { Handlers } from '../http/serve.ts';
import type { SavedViewsService } from './saved-views.service.ts';

export function savedViewsRoutes(service: SavedViewsService): Handlers<typeof savedViews> {
  return {
    list: async ({ actor, query }) => ({ data: await service.list(actor, query.list) }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    update: async ({ actor, params, body }) => ({
      data: await service.update(actor, params.id, body),
    }),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
  };
}
