import type { enquiries } from '@sente/contract/enquiries';
import type { Handlers } from '../http/serve.ts';
import type { EnquiriesService } from './enquiries.service.ts';

export function enquiriesRoutes(service: EnquiriesService): Handlers<typeof enquiries> {
  return {
    send: async ({ body, origin }) => {
      await service.send(body, origin);
      return { data: null };
    },
    ask: async ({ actor, body }) => ({ data: await service.ask(actor, body) }),
    listOwn: async ({ actor }) => ({ data: await service.listOwn(actor) }),
    list: ({ actor, query }) => service.list(actor, query),
    answer: async ({ actor, params, body }) => ({
      data: await service.answer(actor, params.id, body),
    }),
    reply: async ({ actor, params, body }) => ({
      data: await service.reply(actor, params.id, body),
    }),
    reopen: async ({ actor, params }) => ({ data: await service.reopen(actor, params.id) }),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
  };
}
