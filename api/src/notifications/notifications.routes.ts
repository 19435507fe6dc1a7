import type { notifications } from '@sente/contract/notifications';
import type { Handlers } from '../http/serve.ts';
import type { NotificationsService } from './notifications.service.ts';
import type { PreferencesService } from './preferences.ts';

export function notificationsRoutes(
  service: NotificationsService,
  preferences: PreferencesService,
): Handlers<typeof notifications> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    summary: async ({ actor }) => ({ data: await service.summary(actor) }),
    read: async ({ actor, params }) => {
      await service.read(actor, params.id);
      return { data: null };
    },
    readAll: async ({ actor, body }) => ({ data: await service.readAll(actor, body.until) }),
    preferences: async ({ actor }) => ({ data: await preferences.readCompany(actor) }),
    updatePreferences: async ({ actor, body }) => ({
      data: await preferences.saveCompany(actor, body),
    }),
  };
}
