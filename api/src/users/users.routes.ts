import type { sessions } from '@sente/contract/sessions';
import type { users } from '@sente/contract/users';
import type { accessLinks } from '@sente/contract/access-links';
import type { Handlers } from '../http/serve.ts';
import type { AccessLinksService } from './access-links.service.ts';
import type { OwnPasswordService } from './own-password.service.ts';
import type { SessionsService } from './sessions.service.ts';
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
    companyRoles: async ({ actor }) => ({ data: await reading.companyRoles(actor) }),
    page: async ({ actor, params, query }) => {
      const { counts, ...data } = await reading.page(actor, params.id, query);
      return { data, meta: { counts } };
    },
    get: async ({ actor, params }) => ({ data: await reading.get(actor, params.id) }),
    create: async ({ actor, body }) => {
      const { user, invitation } = await changes.create(actor, body);
      return { data: user, meta: { invitation } };
    },
    update: async ({ actor, params, body }) => {
      const { user, invitation } = await changes.update(actor, params.id, body);
      return { data: user, meta: { invitation } };
    },
    remove: async ({ actor, params }) => {
      await changes.remove(actor, params.id);
      return { data: null };
    },
    assignRole: ({ actor, body }) => roles.assign(actor, body),
    removeRole: async ({ actor, body }) => ({ data: await roles.remove(actor, body) }),
    changePassword: async ({ actor, body }) => ({
      data: await ownPassword.change(actor, body, 'users.changePassword'),
    }),
  };
}

/** One answer for every address, so that nobody learns which ones are known. */
const recoveryMessage =
  'If the address belongs to a user, a mail with a link for a new password is on its way.';
const noMailMessage =
  'No mail can be sent from here. Ask an administrator of your company, or the provider, for a link.';

export function accessLinksRoutes(links: AccessLinksService): Handlers<typeof accessLinks> {
  return {
    recover: async ({ body, origin }) => {
      const isMailSent = await links.recover(body.email, origin);
      return { data: null, message: isMailSent ? recoveryMessage : noMailMessage };
    },
    look: async ({ body }) => ({ data: await links.look(body.token) }),
    setPassword: async ({ body, origin }) => ({
      data: await links.setPassword(body, origin),
    }),
    confirmEmail: async ({ body, origin }) => ({
      data: await links.confirmEmail(body, origin),
    }),
    invite: async ({ actor, params, body }) => ({
      data: await links.inviteAgain(actor, params.id, body),
    }),
    withdrawEmail: async ({ actor, params }) => {
      await links.withdrawEmail(actor, params.id);
      return { data: null, message: 'The new email was withdrawn' };
    },
    revoke: async ({ actor, params }) => {
      await links.revoke(actor, params.id);
      return { data: null };
    },
    sendPasswordLink: async ({ actor, params, body }) => ({
      data: await links.sendPasswordLink(actor, params.id, body),
    }),
  };
}

export function sessionsRoutes(service: SessionsService): Handlers<typeof sessions> {
  return {
    list: async ({ actor, params }) => ({ data: await service.list(actor, params.id) }),
    end: async ({ actor, params }) => {
      await service.end(actor, params.id, params.sessionId);
      return { data: null };
    },
    endAll: async ({ actor, params }) => ({ data: await service.endAll(actor, params.id) }),
  };
}
