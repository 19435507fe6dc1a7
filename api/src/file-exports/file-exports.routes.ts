import type { fileExports } from '@sente/contract/file-exports';
import type { Handlers } from '../http/serve.ts';
import type { FileExportsService } from './file-exports.service.ts';

export function fileExportsRoutes(service: FileExportsService): Handlers<typeof fileExports> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    start: async ({ actor, body }) => ({ data: await service.start(actor, body) }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    file: ({ actor, params }) => service.file(actor, params.id),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
  };
}
