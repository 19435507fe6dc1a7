import { defaultNotificationSettings, type NotificationSettings } from '@sente/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { queryState, type Failure } from '../../api/query-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { settingsQueries, useSaveNotifications } from './settings-queries.ts';
import { SwitchForm, type SwitchChoice } from './switch-form.tsx';

const choices: readonly SwitchChoice<keyof NotificationSettings>[] = [
  {
    name: 'emailNotifications',
    label: 'Email Notifications',
    description: 'What needs you, by email',
  },
  {
    name: 'pushNotifications',
    label: 'Push Notifications',
    description: 'What needs you, in this browser while you are signed in',
  },
  {
    name: 'smsNotifications',
    label: 'SMS Notifications',
    description: 'What cannot wait, to your phone',
  },
  {
    name: 'marketingEmails',
    label: 'Marketing Emails',
    description: 'News about products and offers',
  },
  {
    name: 'securityAlerts',
    label: 'Security Alerts',
    description: 'Sign-ins, password changes and refused attempts on your account',
  },
  {
    name: 'systemUpdates',
    label: 'System Updates',
    description: 'Planned maintenance and new features',
  },
];

export default function NotificationsTab() {
  const { data, failure, isLoading } = queryState(useQuery(settingsQueries.notifications()));
  if (isLoading) {
    return (
      <Card>
        <SkeletonRows count={6} label="Loading notification settings" />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? <DefaultsShown {...failure} /> : null}
      <Switches saved={data ?? defaultNotificationSettings} />
    </div>
  );
}

function DefaultsShown({ busy, onRetry }: Failure) {
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      Your saved settings could not be loaded. The defaults are shown.
    </Banner>
  );
}

function Switches({ saved }: { saved: NotificationSettings }) {
  const save = useSaveNotifications();
  return (
    <SwitchForm
      label="Notification settings"
      description="What you are told about, and how"
      choices={choices}
      saved={saved}
      onSave={(chosen) => save.mutateAsync(chosen)}
      doneText="Notification settings updated successfully"
      failedText="Failed to update notification settings"
    />
  );
}
