import type { networks } from '@sente/contract/networks';
import type { Handlers } from '../../http/serve.ts';
import type { NetworksService } from './networks.service.ts';

export function networksRoutes(service: NetworksService): Handlers<typeof networks> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
  };
}
