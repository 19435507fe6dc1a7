import type { credentials } from '@sente/contract/credentials';
import type { Handlers } from '../http/serve.ts';
import type { CredentialsService } from './credentials.service.ts';

export function credentialsRoutes(service: CredentialsService): Handlers<typeof credentials> {
  return {
    list: ({ actor, params }) => service.list(actor, params.id),
    reveal: ({ actor, body }) => service.reveal(actor, body),
    create: ({ actor, body }) => service.create(actor, body),
    regenerate: ({ actor, body }) => service.regenerate(actor, body),
    toggle: ({ actor, body }) => service.toggle(actor, body),
    remove: async ({ actor, params, query }) => {
      await service.remove(actor, { recordId: params.recordId, companyId: query.companyId });
      return { data: null };
    },
  };
}
