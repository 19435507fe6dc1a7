import {
  defaultNotificationSettings,
  settings,
  type ChangePasswordForm,
  type NotificationSettings,
} from '@sente/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { forForms } from '../../api/query-options.ts';
import { invalidFormat } from '../../api/read.ts';
import { renewToken } from '../../session/session-store.ts';

const notificationsKey = key('settings', 'notifications');

export const settingsQueries = {
  notifications: () =>
    queryOptions({
      queryKey: notificationsKey,
      queryFn: async ({ signal }): Promise<NotificationSettings> => {
        const { data } = await call(settings.getNotifications, { signal });
        if (!isComplete(data)) throw invalidFormat(200);
        return data;
      },
      ...forForms,
    }),
};

function isComplete(value: unknown): boolean {
  const names = Object.keys(defaultNotificationSettings);
  return isRecord(value) && names.every((name) => typeof value[name] === 'boolean');
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
