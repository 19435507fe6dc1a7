import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordForm } from '@sente/contract/settings';
import { useSession } from '../../session/use-session.ts';
import { late } from '../../ui/late.tsx';
import { PasswordForm } from './password-form.tsx';
import { useChangePassword } from './settings-queries.ts';

const rules = zodResolver(changePasswordForm);

const FactorCard = late(() => import('../factors/factor-card.tsx'));
const SessionsCard = late(() => import('../users/sessions-card.tsx'));

export default function SecurityTab({ email }: { email: string }) {
  const change = useChangePassword();
  const userId = useSession()?.user.id;
  return (
    <div className="flex flex-col gap-4">
      <PasswordForm
        email={email}
        rules={rules}
        maxLength={100}
        onChange={(typed) => change.mutateAsync(typed)}
        doneText="Password changed successfully"
        failedText="Failed to change password"
      />
      {userId ? <FactorCard userId={userId} /> : null}
      {userId ? <SessionsCard userId={userId} /> : null}
    </div>
  );
}
