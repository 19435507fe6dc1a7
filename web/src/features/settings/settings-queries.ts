import {
  companySwitches,
  staffSwitches,
  type NotificationKindName,
} from '@sente/contract/notification-kinds';
import {
  notifications,
  type KindSetting,
  type NotificationPreferences,
  type NotificationSettings,
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
const kindsKey = key('settings', 'kinds');

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
  kinds: () =>
    queryOptions({
      queryKey: kindsKey,
      queryFn: async ({ signal }): Promise<readonly KindSetting[]> => {
        const { data } = await call(notifications.kinds, { signal });
        if (!Array.isArray(data)) throw invalidFormat(200);
        return data;
      },
    }),
};

function isComplete(value: unknown, switches: object): boolean {
  const names = Object.keys(switches);
  return isRecord(value) && names.every((name) => typeof value[name] === 'boolean');
}

const saveTakesMs = 1000;

/** Takes about a second, however fast the server is. */
export function useSavePreferences() {
  return useChange({
    send: async (body: NotificationPreferences) => {
      const pause = new Promise((resolve) => setTimeout(resolve, saveTakesMs));
      await Promise.all([call(notifications.updatePreferences, { body }), pause]);
      return body;
    },
    stores: () => preferencesKey,
    invalidates: [],
  });
}

interface KindChoice {
  readonly kind: NotificationKindName;
  readonly bell: boolean;
  readonly mail: boolean;
}

export function useSaveKind() {
  return useChange({
    send: ({ kind, bell, mail }: KindChoice) =>
      call(notifications.updateKind, { params: { kind }, body: { bell, mail } }),
    invalidates: [kindsKey],
    after: ['success', 'failure'],
  });
}

export function useSaveNotifications() {
  return useChange({
    send: async (body: NotificationSettings) => {
      await call(settings.updateNotifications, { body });
      return body;
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
