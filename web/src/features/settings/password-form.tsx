import { ownPasswordHint } from '@sente/contract/fields';
import type { ChangePasswordForm } from '@sente/contract/settings';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';

const empty: ChangePasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface PasswordFormProps {
  /** The user whose password it is. */
  email: string;
  /** The rules for sending. */
  rules: Resolver<ChangePasswordForm>;
  maxLength?: number | undefined;
  onChange: (typed: ChangePasswordForm) => Promise<unknown>;
  doneText: string;
  failedText: string;
  /** Why it cannot work at present; nothing is sent then. */
  refusal?: string | undefined;
  /** Whether the result also stays below the fields. */
  keepsOutcome?: boolean | undefined;
}

/** The current password, and the new one twice. */
export function PasswordForm({ email, rules, keepsOutcome = false, ...of }: PasswordFormProps) {
  const [isDone, setIsDone] = useState(false);
  const { form, field, submit, isBusy, failure } = useContractForm({
    schema: rules,
    values: empty,
    submit: async (typed: ChangePasswordForm) => {
      setIsDone(false);
      if (of.refusal !== undefined) throw new Error(of.refusal);
      await of.onChange(typed);
      notify.success(of.doneText);
      setIsDone(true);
      form.reset(empty);
    },
    failed: (error) => of.refusal ?? errorText(error, of.failedText),
    isInline: keepsOutcome,
  });
  const shared = { required: true, maxLength: of.maxLength };

  return (
    <form noValidate onSubmit={submit} aria-label="Change password">
      <Card
        title="Change Password"
        description="All your other sessions are signed out; this one stays."
        footer={
          <div className="flex justify-end">
            <SubmitButton busy={isBusy} busyLabel="Changing...">
              Change Password
            </SubmitButton>
          </div>
        }
      >
        {/* For password managers, which need the username. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <div className="flex max-w-md flex-col gap-5">
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            {...shared}
            {...field('currentPassword')}
          />
          <PasswordField
            label="New Password"
            autoComplete="new-password"
            hint={ownPasswordHint}
            {...shared}
            // The repeated password is checked again when the first one changes.
            {...field('newPassword', { deps: ['confirmPassword'] })}
          />
          <PasswordField
            label="Confirm New Password"
            autoComplete="new-password"
            {...shared}
            {...field('confirmPassword')}
          />
          {keepsOutcome && failure ? <Banner tone="danger">{failure}</Banner> : null}
          {keepsOutcome && isDone ? <Banner tone="success">{of.doneText}</Banner> : null}
        </div>
      </Card>
    </form>
  );
}
