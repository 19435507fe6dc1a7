import {
  defaultNotificationSettings,
  settings,
  type ChangePasswordForm,
  type NotificationSettings,
} from '@sente/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat } from '../../api/read.ts';

export const settingsQueries = {
  /** Fills the switches: not fetched again under the hand that is about to change one. */
  notifications: () =>
    queryOptions({
      queryKey: ['settings', 'notifications'],
      queryFn: async ({ signal }): Promise<NotificationSettings> => {
        const { data } = await call(settings.getNotifications, { signal });
        if (!isComplete(data)) throw invalidFormat(200);
        return data;
      },
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

function isComplete(value: unknown): boolean {
  const names = Object.keys(defaultNotificationSettings);
  return isRecord(value) && names.every((name) => typeof value[name] === 'boolean');
}

export function useSaveNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => call(settings.updateNotifications, { body }),
    onSuccess: (_, saved) => {
      client.setQueryData(settingsQueries.notifications().queryKey, saved);
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: ChangePasswordForm) =>
      call(settings.changePassword, { body: { currentPassword, newPassword } }),
  });
}
