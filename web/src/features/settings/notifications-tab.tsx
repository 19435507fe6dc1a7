import { staffSwitches } from '@sente/contract/notification-kinds';
import type { NotificationSettings } from '@sente/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { NotificationsForm } from './notifications-form.tsx';
import { settingsQueries, useSaveNotifications } from './settings-queries.ts';
import { notSent, type SwitchChoice } from './switch-form.tsx';

const choices: readonly SwitchChoice<keyof NotificationSettings>[] = [
  {
    name: 'emailNotifications',
    label: 'Email Notifications',
    description: 'Everything below that you want by email; off: no email of it',
  },
  {
    name: 'pushNotifications',
    label: 'Push Notifications',
    description: 'Everything below that you want in the bell; off: only what waits for somebody',
  },
  notSent.sms,
  notSent.marketing,
  {
    name: 'securityAlerts',
    label: 'Security Alerts',
    description: 'Sign-ins to your account with a new browser',
  },
  {
    name: 'systemUpdates',
    label: 'System Updates',
    description: 'Networks that are down or back, the ledger check and the watcher',
  },
];

export default function NotificationsTab() {
  const save = useSaveNotifications();
  return (
    <NotificationsForm
      query={useQuery(settingsQueries.notifications())}
      defaults={staffSwitches as NotificationSettings}
      retryLabel="Try Again"
      form={{
        label: 'Notification settings',
        choices,
        onSave: (chosen) => save.mutateAsync(chosen),
        doneText: 'Notification settings updated successfully',
        failedText: 'Failed to update notification settings',
      }}
    />
  );
}
