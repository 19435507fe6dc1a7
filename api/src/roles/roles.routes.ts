import type { roles } from '@sente/contract/roles';
import type { Handlers } from '../http/serve.ts';
import type { RolesService } from './roles.service.ts';

export function rolesRoutes(service: RolesService): Handlers<typeof roles> {
  return {
    list: async ({ actor }) => ({ data: await service.list(actor) }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    update: async ({ actor, params, body }) => ({
      data: await service.update(actor, params.id, body),
    }),
    remove: async ({ actor, params }) => {
      await service.remove(actor, params.id);
      return { data: null };
    },
    assignPermission: ({ actor, body }) => service.assignPermission(actor, body),
    removePermission: async ({ actor, body }) => ({
      data: await service.removePermission(actor, body),
    }),
    listPermissions: async ({ actor }) => ({ data: await service.listPermissions(actor) }),
  };
}
