import { zodResolver } from '@hookform/resolvers/zod';
import { ownPassword } from '@sente/contract/fields';
import type { ChangePasswordForm } from '@sente/contract/settings';
import { users } from '@sente/contract/users';
import * as z from 'zod/mini';
import { failureOf, isRecord, unexplained } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import type { Reader } from '../../api/read.ts';
import { renewToken } from '../../session/session-store.ts';
import { late } from '../../ui/late.tsx';
import { PasswordForm } from './password-form.tsx';

interface SecurityTabProps {
  userId: string;
  email: string;
}

const FactorCard = late(() => import('../factors/factor-card.tsx'));
const SessionsCard = late(() => import('../users/sessions-card.tsx'));

export default function SecurityTab({ userId, email }: SecurityTabProps) {
  const change = useChangeOwnPassword(userId);
  return (
    <div className="flex flex-col gap-4">
      <PasswordForm
        email={email}
        rules={ownPasswordRules}
        onChange={(typed) => change.mutateAsync(typed)}
        doneText="Password updated successfully!"
        failedText="Failed to update password. Please check your current password."
        refusal={userId ? undefined : 'User ID not found.'}
        keepsOutcome
      />
      {userId ? <FactorCard userId={userId} /> : null}
      {userId ? <SessionsCard userId={userId} /> : null}
    </div>
  );
}

const required = (message: string) => z.string().check(z.minLength(1, message));

const ownPasswordRules = zodResolver(
  z
    .object({
      currentPassword: required('Current password is required'),
      newPassword: ownPassword('New password is required'),
      confirmPassword: required('Please confirm your new password'),
    })
    .check(
      z.refine((form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword, {
        path: ['confirmPassword'],
        error: 'New passwords do not match.',
        // Shown even while another field is missing.
        when: ({ value }) => typeof value === 'object',
      }),
    ),
);

/** Only `success: false` is a refusal; with any other body the password was changed. */
const readUnlessRefused: Reader = (body, status) => {
  if (isRecord(body) && body['success'] === false) {
    throw failureOf(body, 'refused', status, unexplained);
  }
  const data = isRecord(body) && isRecord(body['data']) ? body['data'] : null;
  return { data, message: null, meta: undefined };
};

function useChangeOwnPassword(userId: string) {
  return useChange({
    send: async ({ currentPassword, newPassword, confirmPassword }: ChangePasswordForm) => {
      const { data } = await call(users.changePassword, {
        params: { id: userId },
        body: { currentPassword, newPassword, confirmNewPassword: confirmPassword },
        read: readUnlessRefused,
      });
      if (data) renewToken(data.token);
    },
    invalidates: [],
  });
}
