import { defaultNotificationSettings, type NotificationSettings } from '@sente/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { queryState, type Failure } from '../../api/query-state.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { settingsQueries, useSaveNotifications } from './settings-queries.ts';

interface Choice {
  readonly name: keyof NotificationSettings;
  readonly label: string;
  readonly description: string;
}

const choices: readonly Choice[] = [
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

export function NotificationsTab() {
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
      <SwitchForm saved={data ?? defaultNotificationSettings} />
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

function SwitchForm({ saved }: { saved: NotificationSettings }) {
  const save = useSaveNotifications();
  // What was moved while only the defaults could be shown stays moved once the saved ones come.
  const form = useForm<NotificationSettings>({
    defaultValues: saved,
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (chosen) => {
    try {
      await save.mutateAsync(chosen);
    } catch (error) {
      notify.error(errorText(error, 'Failed to update notification settings'));
      return;
    }
    notify.success('Notification settings updated successfully');
    form.reset(chosen);
  });

  return (
    <form onSubmit={submit} aria-label="Notification settings">
      <Card
        title="Notifications"
        description="What you are told about, and how"
        flush
        footer={
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
              Save Settings
            </Button>
          </div>
        }
      >
        <div className="divide-y">
          {choices.map(({ name, label, description }) => (
            <Switch
              key={name}
              className="px-5 py-4"
              label={label}
              description={description}
              {...form.register(name)}
            />
          ))}
        </div>
      </Card>
    </form>
  );
}
