import {
  settings,
  type ChangePasswordForm,
  type NotificationSettings,
} from '@sente/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const settingsQueries = {
  /** Fills the switches: not fetched again under the hand that is about to change one. */
  notifications: () =>
    queryOptions({
      queryKey: ['settings', 'notifications'],
      queryFn: async ({ signal }) => (await call(settings.getNotifications, { signal })).data,
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

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
