import type { internetProducts } from '@sente/contract/internet-products';
import type { Handlers } from '../http/serve.ts';
import type { InternetProductsService } from './internet-products.service.ts';

export function internetProductsRoutes(
  service: InternetProductsService,
): Handlers<typeof internetProducts> {
  return {
    ofCompany: async ({ actor, params, query }) => ({
      data: await service.ofCompany(actor, params.companyId, query),
    }),
    activeOfCompany: async ({ actor, params }) => ({
      data: await service.ofCompany(actor, params.companyId, { active: true }),
    }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    figures: async ({ actor, params }) => ({ data: await service.figures(actor, params.id) }),
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
