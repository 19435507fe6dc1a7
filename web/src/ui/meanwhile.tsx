import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  changesMeanwhile,
  isSame,
  textIn,
  type MeanwhileChange,
  type Values,
} from '../lib/meanwhile.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/** How a field is called, and how a value of it reads if that is not plain. */
export interface MeanwhileField {
  readonly label: string;
  readonly text?: ((value: unknown) => string) | undefined;
}

interface MeanwhileOptions {
  /** What is stored now; the form was filled with an earlier one. */
  readonly stored: Values;
  readonly typed: () => Values;
  /** Fills the form: untouched fields with what is stored, the others with what was typed. */
  readonly follow: (values: Values) => void;
  readonly set: (name: string, value: unknown) => void;
  /** Undefined for a field that is not told about, such as a password. */
  readonly fieldOf: (name: string) => MeanwhileField | undefined;
  readonly same?: ((one: unknown, other: unknown) => boolean) | undefined;
}

interface Meanwhile {
  /** For above the button that saves; null while nobody changed anything. */
  readonly panel: ReactNode;
  /** True while a choice is open, which then has the focus: saving would undo what somebody else did. */
  readonly mustDecide: () => boolean;
  readonly clear: () => void;
}

/** An open form over values that somebody else may change: nothing typed is lost, and nothing of theirs undone unseen. */
export function useMeanwhile(options: MeanwhileOptions): Meanwhile {
  const { stored, typed, set, fieldOf, same = isSame } = options;
  const opened = useRef(stored);
  const panel = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState<readonly MeanwhileChange[]>([]);
  const version = JSON.stringify(stored);
  // Each render makes the options anew; only what is stored decides whether there is something to follow.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (JSON.stringify(opened.current) === version) return;
    const { stored: now, typed: read, same: alike, follow, fieldOf: told } = latest.current;
    const found = changesMeanwhile(opened.current, now, read(), alike);
    opened.current = now;
    follow(found.values);
    setChanges((before) => [
      ...before.filter(({ name }) => !found.changes.some((change) => change.name === name)),
      ...found.changes.filter(({ name }) => told(name)),
    ]);
  }, [version]);
  const decide = (name: string): void =>
    setChanges((before) => before.filter((change) => change.name !== name));
  return {
    panel:
      changes.length === 0 ? null : (
        <MeanwhilePanel
          changes={changes}
          fieldOf={fieldOf}
          panel={panel}
          onKeep={decide}
          onTake={({ name, theirs }) => {
            set(name, theirs);
            decide(name);
          }}
          onDismiss={() => setChanges([])}
        />
      ),
    mustDecide: () => {
      const now = typed();
      const isOpen = changes.some(
        ({ name, theirs, mine }) => mine !== undefined && !same(now[name], theirs),
      );
      if (isOpen) panel.current?.focus();
      return isOpen;
    },
    clear: () => setChanges([]),
  };
}

/** The texts of a form without a schema of its own, which follow what is stored where nothing was typed. */
export function useTypedTexts<Texts extends Readonly<Record<string, string>>>(
  saved: Texts,
  options: Pick<MeanwhileOptions, 'fieldOf' | 'same'>,
) {
  const [typed, setTyped] = useState(saved);
  const set = (name: string, value: unknown): void =>
    setTyped((before) => ({ ...before, [name]: textIn(value) }));
  const meanwhile = useMeanwhile({
    stored: saved,
    typed: () => typed,
    follow: (values) => setTyped(values as Texts),
    set,
    ...options,
  });
  return {
    typed,
    set,
    meanwhile,
    reset: (now: Texts): void => {
      setTyped(now);
      meanwhile.clear();
    },
  };
}

interface MeanwhilePanelProps {
  changes: readonly MeanwhileChange[];
  fieldOf: MeanwhileOptions['fieldOf'];
  panel: RefObject<HTMLDivElement | null>;
  onKeep: (name: string) => void;
  onTake: (change: MeanwhileChange) => void;
  onDismiss: () => void;
}

/** What somebody else changed, and the choice where the same field was typed in. */
function MeanwhilePanel(props: MeanwhilePanelProps) {
  const { changes, fieldOf, panel, onKeep, onTake, onDismiss } = props;
  const isOpen = changes.some(({ mine }) => mine !== undefined);
  return (
    <div ref={panel} tabIndex={-1} className="rounded-lg">
      <Banner
        tone="warning"
        title="Somebody else changed this meanwhile"
        onDismiss={isOpen ? undefined : onDismiss}
      >
        <ul className="flex flex-col gap-2">
          {changes.map((change) => {
            const { name, theirs, mine } = change;
            const { label, text = valueText } = fieldOf(name) ?? { label: name };
            return (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                  <span className="font-medium">{label}</span> is now {text(theirs)}.
                  {mine === undefined ? null : ` You typed ${text(mine)}.`}
                </span>
                {mine === undefined ? null : (
                  <span className="flex gap-2">
                    <Button
                      size="sm"
                      aria-label={`${label}: keep mine`}
                      onClick={() => onKeep(name)}
                    >
                      Keep mine
                    </Button>
                    <Button
                      size="sm"
                      aria-label={`${label}: take theirs`}
                      onClick={() => onTake(change)}
                    >
                      Take theirs
                    </Button>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </Banner>
    </div>
  );
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return typeof value === 'string' && value.trim() !== '' ? `"${value}"` : 'empty';
}
