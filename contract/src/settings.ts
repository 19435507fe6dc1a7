import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { phoneNumber, requiredText } from './fields.ts';

export const notificationSettings = z.strictObject({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  securityAlerts: z.boolean(),
  systemUpdates: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Of somebody who never saved any. */
export const defaultNotificationSettings: NotificationSettings = {
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  marketingEmails: false,
  securityAlerts: true,
  systemUpdates: true,
};

const newPassword = z
  .string('New password is required')
  .check(
    z.minLength(1, 'New password is required'),
    z.minLength(8, 'Password must be at least 8 characters long'),
    z.maxLength(100, 'Password must be less than 100 characters'),
  );
const currentPassword = z
  .string('Current password is required')
  .check(
    z.minLength(1, 'Current password is required'),
    z.maxLength(100, 'Password must be less than 100 characters'),
  );

export const changePasswordBody = z.strictObject({ currentPassword, newPassword });

/** What is typed: the new one twice. */
export const changePasswordForm = z
  .object({
    currentPassword,
    newPassword,
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your new password')),
  })
  .check(
    z.refine((form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword, {
      path: ['confirmPassword'],
      error: 'New passwords do not match',
      // Said also while something else is wrong with what was typed.
      when: ({ value }) => typeof value === 'object',
    }),
  );
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;

export const profileBody = z.strictObject({
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  /** Left out: keep the one there is. Empty: none. */
  phoneNumber,
  /** A picture file: PNG, JPEG or WebP, at most 512 KB. Left out: keep the one there is. */
  avatar: z.optional(z.unknown()),
});
export type ProfileBody = z.output<typeof profileBody>;

/** Back-office only: the caller's own record. */
export const settings = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/Admin/profile',
    summary: "Change one's own profile",
    access: staff,
    body: profileBody,
    bodyType: 'multipart/form-data',
    /** The largest picture and room for the rest. */
    bodyLimitBytes: 640 * 1024,
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
