import { choiceOf, notificationKinds, type Switches } from '@sente/contract/notification-kinds';
import type { KindSetting } from '@sente/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { settingsQueries, useSaveKind } from './settings-queries.ts';

interface KindChoicesProps {
  /** As saved: they turn off whole groups. */
  switches: Switches;
  retryLabel: 'Try again' | 'Try Again';
}

/** How the person is told about each kind of matter. A choice is saved at once. */
export function KindChoices({ switches, retryLabel }: KindChoicesProps) {
  const { data, failure, isLoading } = queryState(useQuery(settingsQueries.kinds()));
  return (
    <Card
      title="What you are told about"
      description="In the bell of this portal, and by email. Saved as soon as you choose."
      flush
    >
      {isLoading ? <SkeletonRows count={6} label="Loading what you are told about" /> : null}
      {failure ? (
        <ErrorPanel
          className="m-5"
          title="Failed to load what you are told about"
          failure={failure}
          retryLabel={retryLabel}
        />
      ) : null}
      <ul className="divide-y">
        {data?.map((setting) => (
          <Kind key={setting.kind} setting={setting} switches={switches} />
        ))}
      </ul>
    </Card>
  );
}

function Kind({ setting, switches }: { setting: KindSetting; switches: Switches }) {
  const { kind, bell, mail } = setting;
  const { label, description } = notificationKinds[kind];
  const save = useSaveKind();
  const choose = (choice: { bell: boolean; mail: boolean }): void => {
    save.mutate(
      { kind, ...choice },
      { onError: (error) => notify.error(errorText(error, 'Failed to save your choice')) },
    );
  };
  const told = choiceOf(kind, switches, { [kind]: { bell, mail } });
  const isOff = (bell && !told.bell) || (mail && !told.mail);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{label}</p>
        <p className="mt-0.5 text-13 text-muted">{description}</p>
        {isOff ? <p className="mt-0.5 text-13 text-warning-text">Off by a switch above</p> : null}
      </div>
      <div className="flex gap-5" role="group" aria-label={label}>
        <Checkbox
          label="Bell"
          checked={bell}
          disabled={save.isPending}
          onChange={(event) => choose({ bell: event.target.checked, mail })}
        />
        <Checkbox
          label="Email"
          checked={mail}
          disabled={save.isPending}
          onChange={(event) => choose({ bell, mail: event.target.checked })}
        />
      </div>
    </li>
  );
}
