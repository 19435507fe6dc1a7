import type { KindChoices, Switches } from '@sente/contract/notification-kinds';
import type { KindSetting } from '@sente/contract/notifications';
import type { UseQueryResult } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { queryState, type Failure } from '../../api/query-state.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { useSendsMail } from '../users/sends-mail.ts';
import { NotificationRows, type Chosen, type PortalSwitches } from './notification-rows.tsx';
import { withoutMail } from './notification-ways.ts';

type RetryLabel = 'Try again' | 'Try Again';
type Saved<S> = S & { readonly kinds: readonly KindSetting[] };

interface FormProps<S> {
  portal: PortalSwitches;
  /** The form's name for screen readers. */
  label: string;
  onSave: (body: S & { kinds?: KindSetting[] }) => Promise<unknown>;
  doneText: string;
  failedText: string;
  /** Next to the button while there are unsaved changes. */
  unsavedText?: string | undefined;
}

interface NotificationsFormProps<S> extends FormProps<S> {
  query: UseQueryResult<Saved<S>>;
  defaults: S;
  retryLabel?: RetryLabel | undefined;
}

/** The switches of a portal with what each of them turns off, saved together. */
export function NotificationsForm<S extends Switches>(props: NotificationsFormProps<S>) {
  const { query, defaults, retryLabel = 'Try again', ...form } = props;
  const { data, failure, isLoading } = queryState(query);
  if (isLoading) {
    return (
      <Card>
        <SkeletonRows count={6} label="Loading notification settings" />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? <DefaultsShown {...failure} retryLabel={retryLabel} /> : null}
      <Form {...form} saved={data ? toChosen(data) : { switches: defaults, kinds: undefined }} />
    </div>
  );
}

function Form<S extends Switches>({ saved, onSave, ...props }: FormProps<S> & { saved: Chosen }) {
  const { portal, doneText, failedText, unsavedText } = props;
  // Switches changed while only the defaults were shown keep their change when the saved values
  // arrive.
  const form = useForm<Chosen>({
    defaultValues: saved,
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const chosen = useWatch({ control: form.control }) as Chosen;
  const shown = useSendsMail() === false ? withoutMail(portal, chosen) : { portal, chosen };

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(toBody<S>(values));
    } catch (error) {
      notify.error(errorText(error, failedText));
      return;
    }
    notify.success(doneText);
    form.reset(values);
  });

  return (
    <form onSubmit={submit} aria-label={props.label}>
      <Card
        title="Notifications"
        description="What you are told about, and how"
        flush
        footer={
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            {unsavedText === undefined ? null : (
              <p role="status">
                {isDirty && !isSubmitting ? <Badge tone="warning">{unsavedText}</Badge> : null}
              </p>
            )}
            <SubmitButton busy={isSubmitting} busyLabel="Saving...">
              Save Settings
            </SubmitButton>
          </div>
        }
      >
        {/* A change made while the last one is saved would be lost when the form takes over what was saved. */}
        <fieldset disabled={isSubmitting} className="min-w-0">
          <NotificationRows
            {...shown}
            onSwitch={(name, isOn) =>
              form.setValue(`switches.${name}`, isOn, { shouldDirty: true })
            }
            onKind={(kind, choice) => form.setValue(`kinds.${kind}`, choice, { shouldDirty: true })}
          />
        </fieldset>
      </Card>
    </form>
  );
}

function toChosen({ kinds, ...switches }: Saved<Switches>): Chosen {
  const choices: KindChoices = Object.fromEntries(
    kinds.map(({ kind, bell, mail }) => [kind, { bell, mail }]),
  );
  return { switches, kinds: choices };
}

/** Without the kinds if they could not be loaded: the server keeps them. */
function toBody<S extends Switches>({ switches, kinds }: Chosen): S & { kinds?: KindSetting[] } {
  const list = Object.entries(kinds ?? {}).map(([kind, choice]) => ({ kind, ...choice }));
  return { ...switches, ...(kinds && { kinds: list }) } as S & { kinds?: KindSetting[] };
}

function DefaultsShown({ busy, onRetry, retryLabel }: Failure & { retryLabel: RetryLabel }) {
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      Your saved settings could not be loaded. The defaults are shown.
    </Banner>
  );
}
