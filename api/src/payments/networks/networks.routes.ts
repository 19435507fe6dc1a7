import type { networks } from '@sente/contract/networks';
import type { Handlers } from '../../http/serve.ts';
import type { NetworksService } from './networks.service.ts';
import type { WalletsService } from './wallets.service.ts';

export function networksRoutes(
  service: NetworksService,
  wallets: WalletsService,
): Handlers<typeof networks> {
  return {
    holder: async ({ actor, params, query }) => ({
      data: await wallets.holder(actor, params.companyId, query),
    }),
    floats: async () => ({ data: await wallets.floats() }),
    list: async ({ actor }) => ({ data: await service.list(actor) }),
  };
}
