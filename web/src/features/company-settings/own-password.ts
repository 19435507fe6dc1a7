import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangePasswordForm } from '@sente/contract/settings';
import { users } from '@sente/contract/users';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { failureOf, isRecord, unexplained } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Reader } from '../../api/read.ts';

const required = (message: string) => z.string().check(z.minLength(1, message));

/** No rule of length here: the server has one, and its message is shown. */
export const ownPasswordRules = zodResolver(
  z
    .object({
      currentPassword: required('Current password is required'),
      newPassword: required('New password is required'),
      confirmPassword: required('Please confirm your new password'),
    })
    .check(
      z.refine((form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword, {
        path: ['confirmPassword'],
        error: 'New passwords do not match.',
        // Said also while something else is missing.
        when: ({ value }) => typeof value === 'object',
      }),
    ),
);

/** Only an answer that says so is a refusal; the password is changed whatever else stands in it. */
const readUnlessRefused: Reader = (body, status) => {
  if (isRecord(body) && body['success'] === false) {
    throw failureOf(body, 'refused', status, unexplained);
  }
  return { data: null, message: null, meta: undefined };
};

export function useChangeOwnPassword(userId: string) {
  return useMutation({
    mutationFn: ({ currentPassword, newPassword, confirmPassword }: ChangePasswordForm) =>
      call(users.changePassword, {
        params: { id: userId },
        body: { currentPassword, newPassword, confirmNewPassword: confirmPassword },
        read: readUnlessRefused,
      }),
  });
}
