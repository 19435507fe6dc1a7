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
}

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
      await onSave(chosen as Record<Name, boolean>);
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
          {choices.map(({ name, label: choice, description }) => (
            <Switch
              key={name}
              className="px-5 py-4"
              label={choice}
              description={description}
              {...form.register(name)}
            />
          ))}
        </div>
      </Card>
    </form>
  );
}
