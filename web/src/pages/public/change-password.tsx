import type { SessionUser } from '@sente/contract/auth';
import { users } from '@sente/contract/users';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../api/error-text.ts';
import { signOut } from '../../api/sign-out.ts';
import {
  isRepeated,
  OwnPasswordFields,
  ownPasswordShape,
} from '../../features/auth/own-password-fields.tsx';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { changeSessionUser, renewToken } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { PasswordField } from '../../ui/field.tsx';

/** After signing in with a password that somebody else typed; nothing else works until then. */
export function ChangePasswordPage() {
  const user = useSession()?.user;
  return (
    <SignInFrame
      title="Choose your own password"
      subtitle={
        user?.cameWithPasskey
          ? 'Somebody else set your password, so it is temporary.'
          : 'Somebody else set the one that you signed in with, so it is temporary.'
      }
      below={
        <button type="button" className="link rounded-sm" onClick={() => signOut()}>
          Sign out
        </button>
      }
    >
      {user ? <ChangeForm user={user} /> : null}
    </SignInFrame>
  );
}

const chosen = z.object({ currentPassword: z.string(), ...ownPasswordShape }).check(isRepeated);
const known = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Temporary password is required')),
    ...ownPasswordShape,
  })
  .check(isRepeated);

function ChangeForm({ user }: { user: SessionUser }) {
  // Whoever came with a passkey may not know it; after a while the server asks all the same.
  const [asksTemporary, setAsksTemporary] = useState(!user.cameWithPasskey);
  const { field, submit, isBusy, failure } = useContractForm({
    schema: asksTemporary ? known : chosen,
    values: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async ({ currentPassword, newPassword, confirmPassword }) => {
      const { data } = await call(users.changePassword, {
        params: { id: user.id },
        body: {
          ...(asksTemporary && { currentPassword }),
          newPassword,
          confirmNewPassword: confirmPassword,
        },
      });
      renewToken(data.token);
      // The session stays, and the guard continues to the requested page.
      changeSessionUser({ mustChangePassword: false });
    },
    failed: (error) => {
      if (error instanceof ApiError && error.fields['currentPassword']) setAsksTemporary(true);
      return errorText(error, 'Failed to change password');
    },
    isInline: true,
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Change password">
      {/* For password managers, which need the username. */}
      <input type="text" hidden readOnly autoComplete="username" value={user.email} />
      <div className="flex flex-col gap-5">
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {asksTemporary ? (
          <PasswordField
            label="Temporary Password"
            required
            maxLength={100}
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        ) : null}
        <OwnPasswordFields field={field} />
        <Button type="submit" variant="primary" fullWidth busy={isBusy} busyLabel="Saving...">
          Change Password
        </Button>
      </div>
    </form>
  );
}
