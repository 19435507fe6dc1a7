import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { PasswordForm } from '../settings/password-form.tsx';
import { readTwoFactor, saveTwoFactor } from './device-settings.ts';
import { ownPasswordRules, useChangeOwnPassword } from './own-password.ts';

interface SecurityTabProps {
  userId: string;
  email: string;
}

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
      <TwoFactor userId={userId} />
    </div>
  );
}

/** A wish that this browser remembers; sign-in knows nothing of it, and the words beside it say so. */
function TwoFactor({ userId }: { userId: string }) {
  const [isOn, setIsOn] = useState(() => readTwoFactor(userId));

  function choose(next: boolean): void {
    try {
      saveTwoFactor(userId, next);
    } catch {
      notify.error('This browser could not keep the choice.');
      return;
    }
    setIsOn(next);
  }

  return (
    <Card title="Two-Factor Authentication" flush>
      <Switch
        className="px-5 py-4"
        label="SMS Authentication"
        description="Saved on this device only. Sign-in does not ask for a code yet."
        checked={isOn}
        onChange={(event) => choose(event.target.checked)}
      />
    </Card>
  );
}
