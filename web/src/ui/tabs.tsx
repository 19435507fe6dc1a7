import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

interface TabsProps<Id extends string> {
  /** What the tabs are about, read out before them. */
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
  className?: string | undefined;
}

/** Tabs as in the ARIA practices: one tab stop, arrows move and choose, Home and End. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
}: TabsProps<Id>) {
  const baseId = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const open = tabs.filter((tab) => !tab.disabled);
    const at = open.findIndex((tab) => tab.id === value);
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: open.length - 1,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    const next = open[(move + open.length) % open.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-5 overflow-x-auto border-b"
      >
        {tabs.map((tab) => {
          const selected = tab.id === value;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${tab.id}`}
              data-tab={tab.id}
              aria-selected={selected}
              aria-controls={selected ? `${baseId}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              disabled={tab.disabled}
              onClick={() => onChange(tab.id)}
              className={cn(
                'relative flex h-10 shrink-0 items-center gap-2 font-medium transition-colors duration-100 [&_svg]:size-4',
                'focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-55',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
                selected
                  ? 'text-ink after:bg-accent-text'
                  : 'text-muted hover:not-disabled:text-ink',
              )}
            >
              {tab.icon}
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${baseId}-panel`}
        aria-labelledby={`${baseId}-tab-${value}`}
        tabIndex={0}
        className="rounded-lg pt-5"
      >
        {children}
      </div>
    </div>
  );
}
