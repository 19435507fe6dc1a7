import type { Switches } from '@sente/contract/notification-kinds';
import type { UseQueryResult } from '@tanstack/react-query';
import { queryState, type Failure } from '../../api/query-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { KindChoices } from './kind-choices.tsx';
import { SwitchForm, type SwitchChoice } from './switch-form.tsx';

type RetryLabel = 'Try again' | 'Try Again';

interface NotificationsFormProps<S extends Switches> {
  query: UseQueryResult<S>;
  defaults: S;
  form: {
    label: string;
    choices: readonly SwitchChoice<keyof S & string>[];
    onSave: (chosen: S) => Promise<unknown>;
    doneText: string;
    failedText: string;
    unsavedText?: string;
  };
  retryLabel?: RetryLabel | undefined;
}

/** The switches of a portal, and below them what the person is told about, kind by kind. */
export function NotificationsForm<S extends Switches>(props: NotificationsFormProps<S>) {
  const { query, defaults, form, retryLabel = 'Try again' } = props;
  const { data, failure, isLoading } = queryState(query);
  if (isLoading) {
    return (
      <Card>
        <SkeletonRows count={6} label="Loading notification settings" />
      </Card>
    );
  }
  const saved = data ?? defaults;
  return (
    <div className="flex flex-col gap-4">
      {failure ? <DefaultsShown {...failure} retryLabel={retryLabel} /> : null}
      <SwitchForm
        {...form}
        description="What you are told about, and how"
        saved={saved as Record<keyof S & string, boolean>}
        onSave={(chosen) => form.onSave(chosen as unknown as S)}
      />
      <KindChoices switches={saved} retryLabel={retryLabel} />
    </div>
  );
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
