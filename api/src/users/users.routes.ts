import type { users } from '@sente/contract/users';
import type { Handlers } from '../http/serve.ts';
import type { OwnPasswordService } from './own-password.service.ts';
import type { UserChangesService } from './user-changes.service.ts';
import type { UserRolesService } from './user-roles.service.ts';
import type { UsersService } from './users.service.ts';

interface Services {
  readonly reading: UsersService;
  readonly changes: UserChangesService;
  readonly roles: UserRolesService;
  readonly ownPassword: OwnPasswordService;
}

export function usersRoutes(services: Services): Handlers<typeof users> {
  const { reading, changes, roles, ownPassword } = services;
  return {
    list: ({ actor, query }) => reading.list(actor, query),
    page: async ({ actor, params, query }) => ({
      data: await reading.page(actor, params.id, query),
    }),
    get: async ({ actor, params }) => ({ data: await reading.get(actor, params.id) }),
    create: async ({ actor, body }) => ({ data: await changes.create(actor, body) }),
    update: async ({ actor, params, body }) => ({
      data: await changes.update(actor, params.id, body),
    }),
    remove: async ({ actor, params }) => {
      await changes.remove(actor, params.id);
      return { data: null };
    },
    assignRole: ({ actor, body }) => roles.assign(actor, body),
    removeRole: async ({ actor, body }) => ({ data: await roles.remove(actor, body) }),
    changePassword: async ({ actor, body }) => {
      await ownPassword.change(actor, body, 'users.changePassword');
      return { data: null };
    },
  };
}
