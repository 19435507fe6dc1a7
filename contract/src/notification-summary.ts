import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';

/** Apart from the other calls, because every page of the portal makes it. */
export const readNotificationSummary = endpoint({
  method: 'GET',
  path: '/Notifications/summary',
  summary: 'Count your new notifications and the requests that you can decide',
  access: signedIn,
  reply: z.object({ unreadCount: z.number(), approvalsForReader: z.number() }),
});
