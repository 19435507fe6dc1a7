import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordForm } from '@sente/contract/settings';
import { PasswordForm } from './password-form.tsx';
import { useChangePassword } from './settings-queries.ts';

const rules = zodResolver(changePasswordForm);

export default function SecurityTab({ email }: { email: string }) {
  const change = useChangePassword();
  return (
    <PasswordForm
      email={email}
      rules={rules}
      maxLength={100}
      newPasswordHint="At least 8 characters, and not one that many people use"
      onChange={(typed) => change.mutateAsync(typed)}
      doneText="Password changed successfully"
      failedText="Failed to change password"
    />
  );
}
