import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf } from './fields.ts';
import { notificationKindNames } from './notification-kinds.ts';
import { readNotificationSummary } from './notification-summary.ts';
import { pageMeta, pageQuery } from './paging.ts';

/** Something that a person was told. */
export const notification = z.object({
  id,
  kind: z.enum(notificationKindNames),
  title: z.string(),
  text: z.string(),
  /** The page of what it is about, for this reader; null if there is none. */
  link: z.nullable(z.string()),
  createdAt: dateTime,
  /** Null as long as it is new. */
  readAt: z.nullable(dateTime),
});
export type Notification = z.infer<typeof notification>;

/** Sente sends neither, so these two cannot be switched on. */
const noSms = z.literal(false, 'Sente sends no text messages');
const noMarketing = z.literal(false, 'Sente sends no advertising');

/** Of staff. */
export const notificationSettings = z.strictObject({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: noSms,
  marketingEmails: noMarketing,
  securityAlerts: z.boolean(),
  systemUpdates: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Of a company's people. */
export const notificationPreferences = z.strictObject({
  emailNotifications: z.boolean(),
  smsNotifications: noSms,
  transactionAlerts: z.boolean(),
  securityAlerts: z.boolean(),
  marketingEmails: noMarketing,
  weeklyReports: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

const choice = { bell: z.boolean(), mail: z.boolean() };
/** As chosen; a switch may turn it off nevertheless. */
export const kindSetting = z.object({ kind: z.enum(notificationKindNames), ...choice });
export type KindSetting = z.infer<typeof kindSetting>;
const kindParams = z.strictObject({ kind: oneOf(notificationKindNames) });

/** Everybody reads and changes only their own. */
export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/Notifications',
    summary: 'List what you were told in the last 90 days, newest first',
    access: signedIn,
    query: z.strictObject({ ...pageQuery }),
    reply: z.array(notification),
    meta: z.object({ ...pageMeta, unreadCount: z.number() }),
  }),
  summary: readNotificationSummary,
  read: endpoint({
    method: 'POST',
    path: '/Notifications/{id}/read',
    summary: 'Mark a notification as read',
    access: signedIn,
    params: idParams,
    reply: z.null(),
    notFound: 'Notification not found',
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/Notifications/read',
    summary: 'Mark your notifications as read, up to the newest one that you saw',
    access: signedIn,
    body: z.strictObject({ until: dateTime }),
    reply: z.object({ unreadCount: z.number() }),
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/Notifications/preferences',
    summary: "Get the switches of a company's person, or the defaults if none were saved",
    access: signedIn,
    reply: notificationPreferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/Notifications/preferences',
    summary: "Save the switches of a company's person",
    access: signedIn,
    body: notificationPreferences,
    reply: notificationPreferences,
  }),
  kinds: endpoint({
    method: 'GET',
    path: '/Notifications/kinds',
    summary: 'List what you can be told about, and how you chose to be told',
    access: signedIn,
    reply: z.array(kindSetting),
  }),
  updateKind: endpoint({
    method: 'PUT',
    path: '/Notifications/kinds/{kind}',
    summary: 'Choose how you are told about one kind of matter',
    access: signedIn,
    params: kindParams,
    body: z.strictObject(choice),
    reply: kindSetting,
    notFound: 'You are not told about this',
  }),
};
