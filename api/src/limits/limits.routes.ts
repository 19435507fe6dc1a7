import type { limits } from '@sente/contract/limits';
import type { Handlers } from '../http/serve.ts';
import type { LimitsService } from './limits.service.ts';

export function limitsRoutes(service: LimitsService): Handlers<typeof limits> {
  return {
    list: async ({ actor, params }) => ({ data: await service.list(actor, params.id) }),
    save: ({ actor, params, body }) => service.save(actor, params.id, body),
    preview: async ({ actor, params, body }) => ({
      data: await service.preview(actor, params.id, body),
    }),
    blocked: async ({ actor, params }) => ({ data: await service.blocked(actor, params.id) }),
    block: async ({ actor, params, body }) => ({
      data: await service.block(actor, params.id, body),
    }),
    unblock: async ({ actor, params }) => {
      await service.unblock(actor, params.id, params.blockedId);
      return { data: null };
    },
    blockedForAll: async ({ actor }) => ({ data: await service.blocked(actor, null) }),
    blockForAll: async ({ actor, body }) => ({ data: await service.block(actor, null, body) }),
    unblockForAll: async ({ actor, params }) => {
      const approvalId = await service.unblockForAll(actor, params.blockedId);
      return { data: null, meta: { approvalId }, message: 'It waits for a second person' };
    },
  };
}
