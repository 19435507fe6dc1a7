import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '../../lib/cn.ts';
import type { FoundOption } from './search-results.ts';

/** A result, or what else the list offers. */
export type Choice = Omit<FoundOption, 'to'> &
  ({ readonly to: string } | { readonly text: string });

export interface ChoiceGroup {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly options: readonly Choice[];
}

export function optionIdOf(listId: string, { id }: Choice): string {
  return `${listId}-${id}`;
}

interface ChoiceListProps {
  group: ChoiceGroup;
  listId: string;
  activeId: string | undefined;
  onChoose: (option: Choice) => void;
}

/** One group of choices in the list of the search. */
export function ChoiceList({ group, listId, activeId, onChoose }: ChoiceListProps) {
  const Icon = group.icon;
  const titleId = `${listId}-${group.title.replaceAll(' ', '-')}`;
  return (
    <div role="group" aria-labelledby={titleId} className="pb-1 last:pb-0">
      <div id={titleId} role="presentation" className="px-2 py-1.5 text-xs font-medium text-muted">
        {group.title}
      </div>
      {group.options.map((option) => (
        <Option
          key={option.id}
          id={optionIdOf(listId, option)}
          isActive={option.id === activeId}
          onChoose={() => onChoose(option)}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="block truncate font-medium">{option.label}</span>
            {option.hint === '' ? null : (
              <span className="tabular block truncate text-13 text-muted">{option.hint}</span>
            )}
          </span>
          {option.match === null ? null : (
            <span className="ml-auto shrink-0 self-start pt-0.5 text-xs text-muted">
              {option.match}
            </span>
          )}
        </Option>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ id, isActive, onChoose, children }: OptionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box takes the keys
    <div
      ref={box}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={cn(
        'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5',
        // In the dark theme the hover grey looks the same as a raised surface.
        isActive ? 'bg-accent-soft' : 'hover:bg-surface-hover',
      )}
    >
      {children}
    </div>
  );
}
