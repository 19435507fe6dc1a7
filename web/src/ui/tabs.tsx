import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { cn } from '../lib/cn.ts';
import { Tooltip } from './tooltip.tsx';

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Why it is disabled: the tab can then be focused, so that the reason can be read. */
  disabledReason?: string | undefined;
}

interface TabsProps<Id extends string> {
  /** The label of the tab list for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The content of the selected tab. */
  children: ReactNode;
  className?: string | undefined;
}

/** The width of what covers an end of the row. */
const moveButtonPx = 56;

/** Tabs as in the ARIA practices: one tab stop, arrow keys move and select, Home and End. */
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

  // Counts in them come later, and make the row wider.
  const labels = tabs.map((tab) => tab.label).join();

  // On a phone the row of tabs is wider than the screen, and the address may select the last one.
  useLayoutEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth - row.clientWidth + moveButtonPx;
    const start = Math.max(0, tab.offsetLeft - moveButtonPx);
    row.scrollLeft = Math.min(Math.max(row.scrollLeft, end), start);
  }, [value, labels]);

  function onKeyDown(event: KeyboardEvent): void {
    const open = tabs.filter((tab) => !tab.disabled || tab.disabledReason);
    const focused = (event.target as Element).getAttribute('data-tab') ?? value;
    const at = open.findIndex((tab) => tab.id === focused);
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
    if (!next.disabled) onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div className={className}>
      <div className="relative border-b">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="relative flex [scrollbar-width:none] gap-5 overflow-x-auto max-sm:gap-4 max-sm:has-[>:nth-child(4)]:justify-between"
        >
          {tabs.map((tab) => (
            <TabButton
              key={tab.id}
              tab={tab}
              baseId={baseId}
              selected={tab.id === value}
              onChoose={() => onChange(tab.id)}
            />
          ))}
        </div>
        <Hidden row={list} labels={labels} />
      </div>
      {tabs.map(({ id, disabled, disabledReason }) =>
        disabled && disabledReason ? (
          <span key={id} id={reasonIdOf(baseId, id)} hidden>
            {disabledReason}
          </span>
        ) : null,
      )}
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

interface HiddenProps {
  row: RefObject<HTMLDivElement | null>;
  /** The row is measured again when these change. */
  labels: string;
}

/**
 * At each end beyond which there are more tabs, a button that moves the row there. Only for the
 * pointer: the arrow keys bring every tab into view.
 */
function Hidden({ row, labels }: HiddenProps) {
  const [{ before, after }, setHidden] = useState({ before: false, after: false });
  useLayoutEffect(() => {
    const node = row.current;
    if (!node) return;
    const measure = () => {
      const end = node.scrollWidth - node.clientWidth - 1;
      const next = { before: node.scrollLeft > 1, after: node.scrollLeft < end };
      setHidden((now) => (now.before === next.before && now.after === next.after ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    node.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', measure);
    };
  }, [row, labels]);
  const move = (share: number) => row.current?.scrollBy({ left: share * row.current.clientWidth });
  return (
    <>
      {before ? <MoveButton side="left" onClick={() => move(-0.7)} /> : null}
      {after ? <MoveButton side="right" onClick={() => move(0.7)} /> : null}
    </>
  );
}

function MoveButton({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const isLeft = side === 'left';
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onClick={onClick}
      className={cn(
        'absolute inset-y-0 flex w-14 items-center from-background from-45% text-muted hover:text-ink [&_svg]:size-5',
        isLeft ? 'left-0 justify-start bg-linear-to-r' : 'right-0 justify-end bg-linear-to-l',
      )}
    >
      {isLeft ? <ChevronLeft /> : <ChevronRight />}
    </button>
  );
}

function reasonIdOf(baseId: string, tabId: string): string {
  return `${baseId}-reason-${tabId}`;
}

interface TabButtonProps {
  tab: Tab;
  baseId: string;
  selected: boolean;
  onChoose: () => void;
}

function TabButton({ tab, baseId, selected, onChoose }: TabButtonProps) {
  const reason = tab.disabled ? tab.disabledReason : undefined;
  const button = (
    <button
      type="button"
      role="tab"
      id={`${baseId}-tab-${tab.id}`}
      data-tab={tab.id}
      aria-selected={selected}
      aria-controls={selected ? `${baseId}-panel` : undefined}
      tabIndex={selected ? 0 : -1}
      disabled={tab.disabled && !reason}
      aria-disabled={reason ? true : undefined}
      aria-describedby={reason ? reasonIdOf(baseId, tab.id) : undefined}
      onClick={() => {
        if (!tab.disabled) onChoose();
      }}
      className={cn(
        'relative flex h-10 shrink-0 items-center gap-2 font-medium transition-colors duration-100 [&_svg]:size-4 max-sm:[&_svg]:hidden',
        'focus-visible:-outline-offset-2',
        'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
        selected ? 'text-ink after:bg-accent-text' : 'text-muted',
        tab.disabled ? 'cursor-not-allowed opacity-55' : 'hover:text-ink',
      )}
    >
      {tab.icon}
      {tab.label}
    </button>
  );
  if (!reason) return button;
  return (
    <Tooltip text={reason} isName isAnswer>
      {button}
    </Tooltip>
  );
}

interface KeptTabProps {
  isShown: boolean;
  children: ReactNode;
}

/** Rendered when it is first shown and kept from then on, with its input. */
export function KeptTab({ isShown, children }: KeptTabProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? <div hidden={!isShown}>{children}</div> : null;
}
