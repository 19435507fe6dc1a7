import type { ChangePasswordForm } from '@sente/contract/settings';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';

const empty: ChangePasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };
const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

interface PasswordFormProps {
  /** Whose password it is. */
  email: string;
  /** What may be sent. */
  rules: Resolver<ChangePasswordForm>;
  maxLength?: number | undefined;
  newPasswordHint?: string | undefined;
  onChange: (typed: ChangePasswordForm) => Promise<unknown>;
  doneText: string;
  failedText: string;
  /** Why it can never work now; nothing is sent then. */
  refusal?: string | undefined;
  /** What became of it also stays under the fields. */
  keepsOutcome?: boolean | undefined;
}

type Outcome = { tone: 'success' | 'danger'; text: string };

/** The current password, and the new one twice. */
export function PasswordForm({ email, rules, keepsOutcome = false, ...of }: PasswordFormProps) {
  const form = useForm<ChangePasswordForm>({ resolver: rules, defaultValues: empty });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useUnsavedWarning(isDirty);

  function fail(text: string): void {
    notify.error(text);
    setOutcome({ tone: 'danger', text });
  }

  const submit = form.handleSubmit(async (typed) => {
    setOutcome(null);
    if (of.refusal !== undefined) return fail(of.refusal);
    try {
      await of.onChange(typed);
    } catch (error) {
      fail(errorText(error, of.failedText));
      pointAtFields(form, error, names);
      return;
    }
    notify.success(of.doneText);
    setOutcome({ tone: 'success', text: of.doneText });
    form.reset(empty);
  });

  const field = (name: keyof ChangePasswordForm) => ({
    // What was said of the second typing may no longer be so once the first one changes.
    ...form.register(name, name === 'newPassword' ? { deps: ['confirmPassword'] } : {}),
    required: true,
    maxLength: of.maxLength,
    error: errors[name]?.message,
  });

  return (
    <form noValidate onSubmit={submit} aria-label="Change password">
      <Card
        title="Change Password"
        description="All your other sessions are signed out; this one stays."
        footer={
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Changing...">
              Change Password
            </Button>
          </div>
        }
      >
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <div className="flex max-w-md flex-col gap-5">
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <PasswordField
            label="New Password"
            autoComplete="new-password"
            hint={of.newPasswordHint}
            {...field('newPassword')}
          />
          <PasswordField
            label="Confirm New Password"
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
          {keepsOutcome && outcome ? <Banner tone={outcome.tone}>{outcome.text}</Banner> : null}
        </div>
      </Card>
    </form>
  );
}
