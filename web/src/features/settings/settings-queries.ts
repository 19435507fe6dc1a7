import { companySwitches, staffSwitches } from '@sente/contract/notification-kinds';
import {
  notifications,
  type NotificationPreferences,
  type NotificationPreferencesBody,
  type NotificationSettings,
  type NotificationSettingsBody,
} from '@sente/contract/notifications';
import { settings, type ChangePasswordForm } from '@sente/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { forForms } from '../../api/query-options.ts';
import { invalidFormat } from '../../api/read.ts';
import { renewToken } from '../../session/session-store.ts';

const notificationsKey = key('settings', 'notifications');
const preferencesKey = key('settings', 'preferences');

export const settingsQueries = {
  notifications: () =>
    queryOptions({
      queryKey: notificationsKey,
      queryFn: async ({ signal }): Promise<NotificationSettings> => {
        const { data } = await call(settings.getNotifications, { signal });
        if (!isComplete(data, staffSwitches)) throw invalidFormat(200);
        return data;
      },
      ...forForms,
    }),
  preferences: () =>
    queryOptions({
      queryKey: preferencesKey,
      queryFn: async ({ signal }): Promise<NotificationPreferences> => {
        const { data } = await call(notifications.preferences, { signal });
        if (!isComplete(data, companySwitches)) throw invalidFormat(200);
        return data;
      },
      ...forForms,
    }),
};

function isComplete(value: unknown, switches: object): boolean {
  const names = Object.keys(switches);
  return (
    isRecord(value) &&
    Array.isArray(value['kinds']) &&
    names.every((name) => typeof value[name] === 'boolean')
  );
}

const saveTakesMs = 1000;

/** Takes about a second, however fast the server is. */
export function useSavePreferences() {
  return useChange({
    send: async (body: NotificationPreferencesBody) => {
      const pause = new Promise((resolve) => setTimeout(resolve, saveTakesMs));
      const [{ data }] = await Promise.all([
        call(notifications.updatePreferences, { body }),
        pause,
      ]);
      return data;
    },
    stores: () => preferencesKey,
    invalidates: [],
  });
}

export function useSaveNotifications() {
  return useChange({
    send: async (body: NotificationSettingsBody) => {
      const { data } = await call(settings.updateNotifications, { body });
      return data;
    },
    stores: () => notificationsKey,
    invalidates: [],
  });
}

export function useChangePassword() {
  return useChange({
    send: async ({ currentPassword, newPassword }: ChangePasswordForm) => {
      const body = { currentPassword, newPassword };
      const { data } = await call(settings.changePassword, { body });
      renewToken(data.token);
    },
    invalidates: [],
  });
}
