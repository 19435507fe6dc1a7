import { notifications, type Notification } from '@sente/contract/notifications';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';

const pageSize = 20;

interface NotificationPage {
  readonly items: readonly Notification[];
  readonly page: number;
  readonly totalPages: number;
}

export const notificationQueries = {
  /** Newest first; older pages on demand. */
  pages: () =>
    infiniteQueryOptions({
      queryKey: keys.notifications.list,
      queryFn: async ({ pageParam, signal }): Promise<NotificationPage> => {
        const query = { page: String(pageParam), pageSize: String(pageSize) };
        const { data, meta } = await call(notifications.list, { query, signal });
        if (!Array.isArray(data) || !isRecord(meta)) throw invalidFormat(200);
        return { items: data, page: meta.page, totalPages: meta.totalPages };
      },
      initialPageParam: 1,
      getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    }),
};

const all = [keys.notifications.all];

export function useReadNotification() {
  return useChange({
    send: (id: string) => call(notifications.read, { params: { id } }),
    invalidates: all,
    waits: false,
  });
}

export function useReadAll() {
  return useChange({
    send: (until: string) => call(notifications.readAll, { body: { until } }),
    invalidates: all,
  });
}
