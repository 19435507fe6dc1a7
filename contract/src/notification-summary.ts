import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';

/** Apart from the other calls, because every page of the portal makes it. */
export const readNotificationSummary = endpoint({
  method: 'GET',
  path: '/Notifications/summary',
  summary: 'Count your new notifications and the requests that you can decide',
  access: signedIn,
  reply: z.object({
    unreadCount: z.number(),
    /** Time of the newest one that was not read; the bell has a dot if it came after the last look. */
    newestUnread: z.nullable(dateTime),
    approvalsForReader: z.number(),
  }),
});
