import { companySwitches } from '@sente/contract/notification-kinds';
import type { NotificationPreferences } from '@sente/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { NotificationsForm } from './notifications-form.tsx';
import { settingsQueries, useSavePreferences } from './settings-queries.ts';
import { notSent, type SwitchChoice } from './switch-form.tsx';

const choices: readonly SwitchChoice<keyof NotificationPreferences>[] = [
  {
    name: 'emailNotifications',
    label: 'Email Notifications',
    description: 'Everything below that you want by email; off: no email of it',
  },
  notSent.sms,
  {
    name: 'transactionAlerts',
    label: 'Transaction Alerts',
    description: 'Money that comes in, fails to go out, or waits for an approval',
  },
  {
    name: 'securityAlerts',
    label: 'Security Alerts',
    description: 'Sign-ins to your account with a new browser',
  },
  notSent.marketing,
  {
    name: 'weeklyReports',
    label: 'Weekly Reports',
    description: 'A summary of your company on Mondays',
  },
];

export default function NotificationsTab() {
  const save = useSavePreferences();
  return (
    <NotificationsForm
      query={useQuery(settingsQueries.preferences())}
      defaults={companySwitches as NotificationPreferences}
      form={{
        label: 'Notification preferences',
        choices,
        onSave: (chosen) => save.mutateAsync(chosen),
        doneText: 'Notification preferences updated successfully!',
        failedText: 'Failed to update notification preferences. Please try again.',
        unsavedText: 'Unsaved changes',
      }}
    />
  );
}
