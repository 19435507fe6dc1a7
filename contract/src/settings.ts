import * as z from 'zod/mini';
import { staff } from './access.ts';
import { renewedToken } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { currentPassword, ownPassword, personName, phoneNumber } from './fields.ts';
import { notificationSettings, notificationSettingsBody } from './notifications.ts';

const newPassword = ownPassword('New password is required');

export const changePasswordBody = z.strictObject({ currentPassword, newPassword });

/** Input of the form: the new password twice. */
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
      // Reported together with other errors of the form.
      when: ({ value }) => typeof value === 'object',
    }),
  );
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;

export const profileBody = z.strictObject({
  firstName: personName('First name is required', 100),
  lastName: personName('Last name is required', 100),
  /** Unchanged by default; empty removes it. */
  phoneNumber,
  /** A PNG, JPEG or WebP file of at most 512 KB. Unchanged by default. */
  avatar: z.optional(z.unknown()),
});
export type ProfileBody = z.output<typeof profileBody>;

/** Back-office only; the caller's own record. */
export const settings = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/Admin/profile',
    summary: 'Update your own profile',
    access: staff(),
    body: profileBody,
    bodyType: 'multipart/form-data',
    /** The largest picture plus the other fields. */
    bodyLimitBytes: 640 * 1024,
    reply: z.null(),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/Admin/change-password',
    summary: 'Change your own password and end your other sessions',
    access: staff(),
    allowsTemporaryPassword: true,
    allowsMissingFactor: true,
    body: changePasswordBody,
    reply: renewedToken,
  }),
  getNotifications: endpoint({
    method: 'GET',
    path: '/Admin/notification-settings',
    summary: 'Get the notification settings and what you are told about, kind by kind',
    access: staff(),
    reply: notificationSettings,
  }),
  updateNotifications: endpoint({
    method: 'PUT',
    path: '/Admin/notification-settings',
    summary: 'Save the notification settings, and the kinds that are given',
    access: staff(),
    body: notificationSettingsBody,
    reply: notificationSettings,
  }),
};
