import { staffSwitches } from '@sente/contract/notification-kinds';
import type { NotificationSettingsBody } from '@sente/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import type { PortalSwitches } from './notification-rows.tsx';
import { ways } from './notification-ways.ts';
import { NotificationsForm } from './notifications-form.tsx';
import { settingsQueries, useSaveNotifications } from './settings-queries.ts';

const portal: PortalSwitches = {
  isStaff: true,
  ways: [ways.mail, ways.bell, ways.sms, ways.marketing],
  groups: [
    { name: 'securityAlerts', label: 'Security Alerts' },
    { name: 'systemUpdates', label: 'System Updates' },
  ],
  rest: 'Your work',
};

export default function NotificationsTab() {
  const save = useSaveNotifications();
  return (
    <NotificationsForm
      query={useQuery(settingsQueries.notifications())}
      defaults={staffSwitches as NotificationSettingsBody}
      retryLabel="Try Again"
      portal={portal}
      label="Notification settings"
      onSave={(body) => save.mutateAsync(body)}
      doneText="Notification settings updated successfully"
      failedText="Failed to update notification settings"
    />
  );
}
