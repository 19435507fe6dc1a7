import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';
import { notificationKindNames } from './notification-kinds.ts';
import { readNotificationSummary } from './notification-summary.ts';
import { pageMeta, pageQuery } from './paging.ts';

/** Something that a person was told. */
export const notification = z.object({
  id,
  kind: z.enum(notificationKindNames),
  title: z.string(),
  text: z.string(),
  /** How urgent it is: of what went wrong, or of what somebody should know before going on. */
  tone: z.enum(['plain', 'warning', 'failure']),
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

/** How a person is told about one kind, as long as the switches above it are on. */
export const kindSetting = z.strictObject({
  kind: z.enum(notificationKindNames),
  bell: z.boolean(),
  mail: z.boolean(),
});
export type KindSetting = z.infer<typeof kindSetting>;

/** All that the person is told about. */
const allKinds = { kinds: z.array(kindSetting) };
/** Those that are left out, and those that the person is not told about, stay as they are. */
const changedKinds = { kinds: z.optional(z.array(kindSetting).check(z.maxLength(50))) };

const staffSwitch = {
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: noSms,
  marketingEmails: noMarketing,
  securityAlerts: z.boolean(),
  systemUpdates: z.boolean(),
};
/** Of staff. */
export const notificationSettings = z.strictObject({ ...staffSwitch, ...allKinds });
export const notificationSettingsBody = z.strictObject({ ...staffSwitch, ...changedKinds });
export type NotificationSettings = z.infer<typeof notificationSettings>;
export type NotificationSettingsBody = z.infer<typeof notificationSettingsBody>;

const companySwitch = {
  emailNotifications: z.boolean(),
  smsNotifications: noSms,
  transactionAlerts: z.boolean(),
  securityAlerts: z.boolean(),
  marketingEmails: noMarketing,
  weeklyReports: z.boolean(),
};
/** Of a company's people. */
const notificationPreferences = z.strictObject({ ...companySwitch, ...allKinds });
const notificationPreferencesBody = z.strictObject({ ...companySwitch, ...changedKinds });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
export type NotificationPreferencesBody = z.infer<typeof notificationPreferencesBody>;

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
    summary: "Get the switches of a company's person and what they are told about, kind by kind",
    access: signedIn,
    reply: notificationPreferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/Notifications/preferences',
    summary: "Save the switches of a company's person, and the kinds that are given",
    access: signedIn,
    body: notificationPreferencesBody,
    reply: notificationPreferences,
  }),
};
