import { readNotificationSummary } from '@sente/contract/notification-summary';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';

interface Summary {
  readonly unreadCount: number;
  readonly newestUnread: string | null;
  readonly approvalsForReader: number;
}

const everyMinute = 60_000;

/** For the bell and the menu of every page; refreshed every minute while the tab is visible. */
export const summaryQuery = () =>
  queryOptions({
    queryKey: keys.notifications.summary,
    queryFn: async ({ signal }): Promise<Summary> => {
      const { data } = await call(readNotificationSummary, { signal });
      if (!isRecord(data)) throw invalidFormat(200);
      return data;
    },
    refetchInterval: everyMinute,
    // Mounted with each page: a request that failed is not repeated by the next part.
    retryOnMount: false,
  });
