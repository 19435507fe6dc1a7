import type { settings } from '@sente/contract/settings';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';
import type { OwnPasswordService } from '../users/own-password.service.ts';
import { pictureNamed } from './picture.ts';
import type { PreferencesService } from '../notifications/preferences.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes(
  service: SettingsService,
  ownPassword: OwnPasswordService,
  preferences: PreferencesService,
): Handlers<typeof settings> {
  return {
    updateProfile: async ({ actor, body }) => {
      await service.updateProfile(actor, body);
      return { data: null };
    },
    changePassword: async ({ actor, body }) => ({
      data: await ownPassword.change(actor, body, 'settings.changePassword'),
    }),
    getNotifications: async ({ actor }) => ({ data: await preferences.readStaff(actor) }),
    updateNotifications: async ({ actor, body }) => ({
      data: await preferences.saveStaff(actor, body),
    }),
  };
}

const year = 31_536_000;

/** Pictures of users, outside the API because an image request has no token. */
export function serveAvatars(app: FastifyInstance, service: SettingsService): void {
  app.get<{ Params: { name: string } }>('/avatars/:name', async (request, reply) => {
    const named = pictureNamed(request.params.name);
    const picture = named && (await service.readPicture(named.hash));
    if (!picture || picture.contentType !== named.contentType) throw notFound('Picture not found');
    return reply
      .type(picture.contentType)
      .header('cache-control', `public, max-age=${year}, immutable`)
      .send(picture.bytes);
  });
}
