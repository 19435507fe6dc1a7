import { useForm } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';

export interface SwitchChoice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly description: string;
  /** It cannot be switched on. */
  readonly isDisabled?: boolean;
}

/** The two that stay off: Sente has no way to send text messages, and sends no advertising. */
export const notSent = {
  sms: {
    name: 'smsNotifications',
    label: 'SMS Notifications',
    description: 'Sente sends no text messages.',
    isDisabled: true,
  },
  marketing: {
    name: 'marketingEmails',
    label: 'Marketing Emails',
    description: 'Sente sends no advertising.',
    isDisabled: true,
  },
} as const;

interface SwitchFormProps<Name extends string> {
  /** The form's name for screen readers. */
  label: string;
  description: string;
  choices: readonly SwitchChoice<Name>[];
  saved: Readonly<Record<Name, boolean>>;
  onSave: (chosen: Record<Name, boolean>) => Promise<unknown>;
  doneText: string;
  failedText: string;
  /** Next to the button while there are unsaved changes. */
  unsavedText?: string | undefined;
}

/** Notification switches, saved together. */
export function SwitchForm<Name extends string>(props: SwitchFormProps<Name>) {
  const { label, choices, saved, onSave, doneText, failedText, unsavedText } = props;
  // Switches changed while only the defaults were shown keep their change when the saved values
  // arrive.
  const form = useForm<Record<string, boolean>>({
    defaultValues: saved,
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);

  const submit = form.handleSubmit(async (chosen) => {
    try {
      await onSave({ ...saved, ...chosen } as Record<Name, boolean>);
    } catch (error) {
      notify.error(errorText(error, failedText));
      return;
    }
    notify.success(doneText);
    form.reset(chosen);
  });

  return (
    <form onSubmit={submit} aria-label={label}>
      <Card
        title="Notifications"
        description={props.description}
        flush
        footer={
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            {unsavedText === undefined ? null : (
              <p role="status">
                {isDirty && !isSubmitting ? <Badge tone="warning">{unsavedText}</Badge> : null}
              </p>
            )}
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
              Save Settings
            </Button>
          </div>
        }
      >
        <div className="divide-y">
          {choices.map(({ name, label: choice, description, isDisabled }) => (
            <Switch
              key={name}
              className="px-5 py-4"
              label={choice}
              description={description}
              {...(isDisabled
                ? { disabled: true, checked: false, readOnly: true }
                : form.register(name))}
            />
          ))}
        </div>
      </Card>
    </form>
  );
}
