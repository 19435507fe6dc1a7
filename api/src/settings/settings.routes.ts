import type { settings } from '@sente/contract/settings';
import type { Handlers } from '../http/serve.ts';
import type { OwnPasswordService } from '../users/own-password.service.ts';
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
