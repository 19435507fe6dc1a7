import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, password, requiredText } from './fields.ts';

export const notificationSettings = z.strictObject({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  securityAlerts: z.boolean(),
  systemUpdates: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const changePasswordBody = z.strictObject({
  currentPassword: password(1),
  newPassword: z
    .string('Password is required')
    .check(
      z.minLength(8, 'Password must be at least 8 characters long'),
      z.maxLength(100, 'Password must be less than 100 characters'),
    ),
});

/** Back-office only: the caller's own record. */
export const settings = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/Admin/profile',
    summary: "Change one's own profile",
    access: staff,
    body: z.strictObject({
      firstName: requiredText('First name is required', 100),
      lastName: requiredText('Last name is required', 100),
      phoneNumber: optionalText(40),
      /** A picture file. */
      avatar: z.optional(z.unknown()),
    }),
    bodyType: 'multipart/form-data',
    reply: z.null(),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/Admin/change-password',
    summary: "Change one's own password; ends the other sessions",
    access: staff,
    body: changePasswordBody,
    reply: z.null(),
  }),
  getNotifications: endpoint({
    method: 'GET',
    path: '/Admin/notification-settings',
    summary: 'The six switches, or their defaults when never saved',
    access: staff,
    reply: notificationSettings,
  }),
  updateNotifications: endpoint({
    method: 'PUT',
    path: '/Admin/notification-settings',
    summary: 'Save the six switches',
    access: staff,
    body: notificationSettings,
    reply: notificationSettings,
  }),
};
