import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Building2, ClipboardCheck, Landmark, Users } from 'lucide-react';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { cn } from '../../lib/cn.ts';
import { useLeavingNavigate } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenTransaction } from '../../ui/open-transaction.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { SearchPanelProps } from './search-box.tsx';
import { groupsOf, searchQueries, type FoundGroup, type FoundOption } from './search-results.ts';

const icons = {
  Companies: Building2,
  Users,
  Accounts: Landmark,
  Transactions: ArrowLeftRight,
  Approvals: ClipboardCheck,
};

/** The results in groups. The box above keeps the focus; the arrow keys move through this list. */
export default function SearchPanel(props: SearchPanelProps) {
  const { text, settled, listId, keys, isEntered, onActive, onChosen, onNothing } = props;
  const found = useQuery({ ...searchQueries.all(settled), enabled: isLongEnough(settled) });
  const isTooShort = !isLongEnough(text);
  // Results for an older text are not shown.
  const isCurrent = settled === text && !isTooShort;
  const groups = found.data && isCurrent ? groupsOf(found.data) : [];
  const options = groups.flatMap((group) => group.options);
  const open = useOpen(onChosen, onNothing);
  const { active, setActive } = useActive(text, options, listId, onActive);

  useImperativeHandle(keys, () => ({
    press(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && options.length > 0) {
        event.preventDefault();
        setActive((active + step + options.length) % options.length);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        open(options[active]);
      }
    },
  }));

  const isFailed = isCurrent && found.isError && !found.isFetching;
  const isSearching =
    !isFailed && !isTooShort && (!isCurrent || found.isFetching) && options.length === 0;
  const isNothing = isCurrent && !isSearching && !isFailed && options.length === 0;
  useEnter(isEntered, {
    first: options[active],
    open,
    isOver: isTooShort || isNothing || isFailed,
    onNothing,
  });
  const listsTransactions = groups.some(({ title }) => title === 'Transactions');
  return (
    <div
      // On a phone as wide as the screen, below the bar.
      className="absolute inset-x-2 top-full z-30 mt-1 overflow-hidden rounded-lg bg-surface-raised shadow-dialog sm:inset-x-0 sm:w-md"
      // The box keeps the focus, so that a press in the list does not close it first.
      onPointerDown={(event) => event.preventDefault()}
    >
      <div
        id={listId}
        role="listbox"
        aria-label="Search results"
        className="max-h-[min(28rem,70dvh)] overflow-y-auto p-1 empty:hidden"
      >
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            listId={listId}
            activeId={options[active]?.id}
            onChoose={open}
          />
        ))}
      </div>
      <p role="status" className="text-13 text-muted empty:hidden">
        {isTooShort ? <span className="block px-3 py-2.5">Type one more character.</span> : null}
        {isSearching ? (
          <span className="flex items-center gap-2 px-3 py-2.5">
            <Spinner />
            Searching...
          </span>
        ) : null}
        {isNothing ? <span className="block px-3 py-2.5">Nothing found for “{text}”.</span> : null}
        {options.length > 0 ? (
          <span className="sr-only">
            {options.length} {options.length === 1 ? 'result' : 'results'}
          </span>
        ) : null}
      </p>
      {isNothing || listsTransactions ? (
        <p className="border-t px-3 py-2 text-xs text-muted">
          Words are looked for in the newest transactions only; any transaction is found by its ID.
        </p>
      ) : null}
      {isFailed ? (
        <div role="alert" className="flex items-center justify-between gap-3 px-3 py-2 text-13">
          <p className="min-w-0 wrap-anywhere text-danger-text">
            {errorSentences(found.error, 'Search failed')}
          </p>
          <Button size="sm" onClick={() => void found.refetch()}>
            Try Again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** A single letter matches nearly everything. */
function isLongEnough(text: string): boolean {
  return Array.from(text).length >= 2;
}

/** `onStay`: the user declined to leave unsaved input. */
function useOpen(
  onChosen: () => void,
  onStay: () => void,
): (option: FoundOption | undefined) => void {
  const leave = useLeavingNavigate();
  const openTransaction = useOpenTransaction();
  return (option) => {
    if (!option) return;
    if (option.to !== null && !leave(option.to)) {
      onStay();
      return;
    }
    onChosen();
    if (option.to === null) openTransaction(option.id);
  };
}

interface EnterOptions {
  first: FoundOption | undefined;
  open: (option: FoundOption) => void;
  /** There will be no first result. */
  isOver: boolean;
  onNothing: () => void;
}

/** Enter pressed before the results arrive opens the first result once it does. */
function useEnter(isEntered: boolean, { first, open, isOver, onNothing }: EnterOptions): void {
  const act = useEffectEvent(() => {
    if (first) open(first);
    else onNothing();
  });
  const isDecided = isEntered && (first !== undefined || isOver);
  useEffect(() => {
    if (isDecided) act();
  }, [isDecided]);
}

/** The first match is selected until the arrow keys select another. */
function useActive(
  text: string,
  options: readonly FoundOption[],
  listId: string,
  onActive: SearchPanelProps['onActive'],
) {
  const [wanted, setWanted] = useState({ text, index: 0 });
  const active = Math.min(wanted.text === text ? wanted.index : 0, Math.max(options.length - 1, 0));
  const option = options[active];
  const optionId = option ? optionIdOf(listId, option) : undefined;
  useEffect(() => {
    onActive(optionId);
    return () => onActive(undefined);
  }, [onActive, optionId]);
  return { active, setActive: (index: number) => setWanted({ text, index }) };
}

function optionIdOf(listId: string, { id }: FoundOption): string {
  return `${listId}-${id}`;
}

interface GroupProps {
  group: FoundGroup;
  listId: string;
  activeId: string | undefined;
  onChoose: (option: FoundOption) => void;
}

function Group({ group, listId, activeId, onChoose }: GroupProps) {
  const Icon = icons[group.title];
  const titleId = `${listId}-${group.title}`;
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
            <span className="tabular block truncate text-13 text-muted">{option.hint}</span>
          </span>
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
