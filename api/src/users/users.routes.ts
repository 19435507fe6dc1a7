import type { users } from '@sente/contract/users';
import type { Handlers } from '../http/serve.ts';
import type { UsersService } from './users.service.ts';

export function usersRoutes(service: UsersService): Pick<Handlers<typeof users>, 'get'> {
  return {
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
  };
}
