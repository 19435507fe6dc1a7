import type { search } from '@sente/contract/search';
import type { Handlers } from '../http/serve.ts';
import type { SearchService } from './search.service.ts';

export function searchRoutes(service: SearchService): Handlers<typeof search> {
  return {
    all: async ({ actor, query }) => ({ data: await service.all(actor, query.search) }),
    ownCompany: async ({ actor, query }) => ({
      data: await service.ownCompany(actor, query.search),
    }),
  };
}
