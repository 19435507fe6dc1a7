import { useState } from 'react';
import { SwitchForm, type SwitchChoice } from './switch-form.tsx';
import {
  readPreferences,
  savePreferences,
  type NotificationPreferences,
} from './device-settings.ts';

const choices: readonly SwitchChoice<keyof NotificationPreferences>[] = [
  {
    name: 'emailNotifications',
    label: 'Email Notifications',
    description: 'What happens in your company, by email',
  },
  {
    name: 'smsNotifications',
    label: 'SMS Notifications',
    description: 'What cannot wait, to your phone',
  },
  {
    name: 'transactionAlerts',
    label: 'Transaction Alerts',
    description: 'Money that comes in, goes out or fails to',
  },
  {
    name: 'securityAlerts',
    label: 'Security Alerts',
    description: 'Sign-ins, password changes and refused attempts on your account',
  },
  {
    name: 'marketingEmails',
    label: 'Marketing Emails',
    description: 'News about products and offers',
  },
  {
    name: 'weeklyReports',
    label: 'Weekly Reports',
    description: 'A summary of your accounts every week',
  },
];

const saveAfterMs = 1000;

/** Stored in this browser only; the API has no call for it. */
export default function NotificationsTab({ userId }: { userId: string }) {
  const [saved, setSaved] = useState(() => readPreferences(userId));

  async function save(chosen: NotificationPreferences): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, saveAfterMs));
    savePreferences(userId, chosen);
    setSaved(chosen);
  }

  return (
    <SwitchForm
      label="Notification preferences"
      description="What you are told about, and how. Saved on this device only."
      choices={choices}
      saved={saved}
      onSave={save}
      doneText="Notification preferences updated successfully!"
      failedText="Failed to update notification preferences. Please try again."
      unsavedText="Unsaved changes"
    />
  );
}
