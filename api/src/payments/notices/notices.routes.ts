import type { networkNotices } from '@sente/contract/network-notices';
import type { Handlers } from '../../http/serve.ts';
import type { NoticesService } from './notices.service.ts';

export function noticesRoutes(service: NoticesService): Handlers<typeof networkNotices> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    close: async ({ actor, params, body }) => {
      await service.close(actor, params.id, body.note);
      return { data: null };
    },
    proposeBooking: async ({ actor, params, body }) => ({
      data: await service.proposeBooking(actor, params.id, body),
    }),
    proposeRelease: async ({ actor, params, body }) => ({
      data: await service.proposeRelease(actor, params.id, body),
    }),
    confirm: async ({ actor, params, body }) => {
      await service.confirm(actor, params.id, body.proposal);
      return { data: null };
    },
    withdraw: async ({ actor, params, body }) => ({
      data: await service.withdraw(actor, params.id, body.proposal),
    }),
    reject: async ({ actor, params, body }) => ({
      data: await service.reject(actor, params.id, body),
    }),
  };
}
