import {
  choiceOf,
  groupOf,
  notificationKinds,
  type KindChoice,
  type KindChoices,
  type NotificationKindName,
  type Switches,
} from '@sente/contract/notification-kinds';
import { useId } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Switch } from '../../ui/switch.tsx';

export type SwitchName = keyof Switches;
export interface SwitchText {
  readonly name: SwitchName;
  readonly label: string;
  /** Those of a group are described by the kinds below them. */
  readonly description?: string;
  /** It cannot be switched on. */
  readonly isNever?: boolean;
}

/** What a portal offers. */
export interface PortalSwitches {
  readonly isStaff: boolean;
  /** Each turns off a way of telling: a column of the table. */
  readonly ways: readonly SwitchText[];
  /** Each turns off the kinds below it. */
  readonly groups: readonly SwitchText[];
  /** Heads the kinds that no switch turns off. */
  readonly rest: string;
}

/** What is on screen, saved or not. */
export interface Chosen {
  switches: Switches;
  /** Undefined if it could not be loaded. */
  kinds: KindChoices | undefined;
}

interface RowsProps {
  portal: PortalSwitches;
  chosen: Chosen;
  onSwitch: (name: SwitchName, isOn: boolean) => void;
  onKind: (kind: NotificationKindName, choice: KindChoice) => void;
}

/** The ways of telling, and below them what the person is told about, group by group. */
export function NotificationRows({ portal, chosen, onSwitch, onKind }: RowsProps) {
  const { switches, kinds } = chosen;
  const names = Object.keys(kinds ?? {}) as NotificationKindName[];
  const kindsOf = (group: SwitchName | undefined) =>
    names.filter((kind) => groupOf(kind, portal.isStaff) === group);
  const isOn = (name: SwitchName): boolean => switches[name] ?? true;
  const listOf = (group: SwitchName | undefined) => (
    <Kinds names={kindsOf(group)} chosen={chosen} isStaff={portal.isStaff} onKind={onKind} />
  );
  return (
    <div className="divide-y">
      {portal.ways.map((way) => (
        <Switch
          key={way.name}
          className="px-5 py-3"
          label={way.label}
          description={way.description}
          checked={way.isNever ? false : isOn(way.name)}
          disabled={way.isNever}
          onChange={(event) => onSwitch(way.name, event.target.checked)}
        />
      ))}
      {portal.groups.map(({ name, label }) => {
        const isEmpty = kinds !== undefined && kindsOf(name).length === 0;
        return (
          <div key={name}>
            <Switch
              className="bg-surface-sunken px-5 py-3"
              label={label}
              description={isEmpty ? 'Nothing of this concerns your role.' : undefined}
              checked={isOn(name)}
              disabled={isEmpty}
              onChange={(event) => onSwitch(name, event.target.checked)}
            />
            {listOf(name)}
          </div>
        );
      })}
      {kindsOf(undefined).length > 0 ? (
        <div>
          <h3 className="bg-surface-sunken px-5 py-3 text-sm font-medium">{portal.rest}</h3>
          {listOf(undefined)}
        </div>
      ) : null}
    </div>
  );
}

interface KindsProps {
  names: readonly NotificationKindName[];
  chosen: Chosen;
  isStaff: boolean;
  onKind: RowsProps['onKind'];
}

function Kinds({ names, chosen, isStaff, onKind }: KindsProps) {
  if (names.length === 0) return null;
  return (
    <ul className="divide-y border-t">
      {names.map((kind) => {
        const { bell, mail } = chosen.kinds?.[kind] ?? notificationKinds[kind];
        const allowed = choiceOf(kind, isStaff, chosen.switches, { [kind]: everyWay });
        return (
          <Kind
            key={kind}
            kind={kind}
            choice={{ bell, mail }}
            allowed={allowed}
            onChoose={(choice) => onKind(kind, choice)}
          />
        );
      })}
    </ul>
  );
}
const everyWay: KindChoice = { bell: true, mail: true };

interface KindProps {
  kind: NotificationKindName;
  choice: KindChoice;
  /** What the switches above leave on. */
  allowed: KindChoice;
  onChoose: (choice: KindChoice) => void;
}

/** A box shows what really comes: under a switch that is off it is empty, and its choice is kept. */
function Kind({ kind, choice, allowed, onChoose }: KindProps) {
  const { label, description } = notificationKinds[kind];
  const labelId = useId();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 pr-5 pl-8">
      <div className="min-w-0 flex-1 basis-64">
        <p id={labelId}>{label}</p>
        <p className="mt-0.5 text-13 text-muted">{description}</p>
      </div>
      <div className="flex gap-5" role="group" aria-labelledby={labelId}>
        <Checkbox
          label="Bell"
          checked={allowed.bell && choice.bell}
          disabled={!allowed.bell}
          onChange={(event) => onChoose({ ...choice, bell: event.target.checked })}
        />
        <Checkbox
          label="Email"
          checked={allowed.mail && choice.mail}
          disabled={!allowed.mail}
          onChange={(event) => onChoose({ ...choice, mail: event.target.checked })}
        />
      </div>
    </li>
  );
}
