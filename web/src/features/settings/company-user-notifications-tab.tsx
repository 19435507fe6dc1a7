import { companySwitches } from '@sente/contract/notification-kinds';
import type { NotificationPreferencesBody } from '@sente/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import type { PortalSwitches } from './notification-rows.tsx';
import { ways } from './notification-ways.ts';
import { NotificationsForm } from './notifications-form.tsx';
import { settingsQueries, useSavePreferences } from './settings-queries.ts';

const portal: PortalSwitches = {
  isStaff: false,
  ways: [ways.mail, ways.sms, ways.marketing],
  groups: [
    { name: 'transactionAlerts', label: 'Transaction Alerts' },
    { name: 'securityAlerts', label: 'Security Alerts' },
    { name: 'weeklyReports', label: 'Weekly Reports' },
  ],
  rest: 'Your company',
};

export default function NotificationsTab() {
  const save = useSavePreferences();
  return (
    <NotificationsForm
      query={useQuery(settingsQueries.preferences())}
      defaults={companySwitches as NotificationPreferencesBody}
      portal={portal}
      label="Notification preferences"
      onSave={(body) => save.mutateAsync(body)}
      doneText="Notification preferences updated successfully!"
      failedText="Failed to update notification preferences. Please try again."
      unsavedText="Unsaved changes"
    />
  );
}
