import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordForm, type ChangePasswordForm } from '@sente/contract/settings';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useChangePassword } from './settings-queries.ts';

const empty: ChangePasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function SecurityTab({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useForm<ChangePasswordForm>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: empty,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (typed) => {
    try {
      await change.mutateAsync(typed);
    } catch (error) {
      notify.error(errorText(error, 'Failed to change password'));
      pointAtFields(form, error, ['currentPassword', 'newPassword', 'confirmPassword']);
      return;
    }
    notify.success('Password changed successfully');
    form.reset(empty);
  });

  const field = (name: keyof ChangePasswordForm) => ({
    // What was said of the second typing may no longer be so once the first one changes.
    ...form.register(name, name === 'newPassword' ? { deps: ['confirmPassword'] } : {}),
    required: true,
    maxLength: 100,
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
            hint="At least 8 characters, and not one that many people use"
            {...field('newPassword')}
          />
          <PasswordField
            label="Confirm New Password"
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
        </div>
      </Card>
    </form>
  );
}
