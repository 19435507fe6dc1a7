import { Search } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { cn } from '../../lib/cn.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { searchMaxLength } from '../../lib/url-state.ts';
import { controlClass } from '../../ui/field.tsx';

/** The action of a key while the list is open. */
export interface SearchKeys {
  press: (event: KeyboardEvent) => void;
}

/** A page of the portal that the person may open. */
export interface FoundPage {
  readonly label: string;
  readonly to: string;
}

/** State shared by the search box and its results. */
export interface SearchPanelProps {
  portal: 'admin' | 'client';
  /** The list of transactions with a search, offered after the results. */
  listPath: ((text: string) => string) | undefined;
  /** Those that the text may name. */
  pages: readonly FoundPage[];
  text: string;
  /** The debounced text, which is sent to the server. */
  settled: string;
  listId: string;
  keys: Ref<SearchKeys>;
  /** Enter was pressed for this text before there was a result. */
  isEntered: boolean;
  /** The option selected with the arrow keys; undefined for none. */
  onActive: (optionId: string | undefined) => void;
  onChosen: () => void;
  /** An earlier search is searched for again. */
  onText: (text: string) => void;
  /** There is no result that Enter could open, or it was cancelled. */
  onNothing: () => void;
}

interface SearchBoxProps {
  portal: SearchPanelProps['portal'];
  placeholder: string;
  listPath: SearchPanelProps['listPath'];
  pages: SearchPanelProps['pages'];
  /** Its code loads when the box is first used, not with each page. */
  panel: ComponentType<SearchPanelProps> & { preload: () => unknown };
}

const waitMs = 200;

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Searches the whole portal as you type. */
export function SearchBox(props: SearchBoxProps) {
  const { portal, placeholder, listPath, pages, panel: Panel } = props;
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const keys = useRef<SearchKeys>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [isEntered, setIsEntered] = useState(false);
  useShortcut(box);
  const trimmed = text.trim();
  const settled = useDebounced(trimmed, waitMs);
  const shows = isOpen;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && shows) setIsEntered(true);
    if (event.key === 'Escape') {
      setIsEntered(false);
      // First closes the list, then clears the text; the browser would clear the box at once.
      event.preventDefault();
      if (shows) setIsOpen(false);
      else setText('');
      return;
    }
    if (event.key === 'ArrowDown' && !isOpen) setIsOpen(true);
    else if (shows) keys.current?.press(event);
  }

  return (
    // Leaving the box and its list by any way closes the list; nothing here has to be operated.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="search"
      aria-label="Whole portal"
      className="min-w-0 flex-1 sm:relative sm:max-w-sm"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsOpen(false);
        setIsEntered(false);
      }}
    >
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={box}
          type="search"
          role="combobox"
          aria-label={placeholder}
          aria-expanded={shows}
          aria-controls={shows ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shows ? active : undefined}
          aria-keyshortcuts="Control+K Meta+K /"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={searchMaxLength}
          value={text}
          onPointerEnter={() => void Panel.preload()}
          onFocus={() => {
            void Panel.preload();
            setIsOpen(true);
          }}
          onClick={() => setIsOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            setIsOpen(true);
            setIsEntered(false);
          }}
          onKeyDown={onKeyDown}
          className={cn(controlClass, 'peer h-9 pr-3 pl-9 text-ellipsis sm:pr-14')}
        />
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded-md border bg-surface-sunken px-1.5 font-sans text-xs text-muted peer-focus:hidden peer-not-placeholder-shown:hidden sm:block"
        >
          {shortcut}
        </kbd>
      </div>
      {shows ? (
        <Panel
          portal={portal}
          listPath={listPath}
          pages={pages}
          text={trimmed}
          settled={settled}
          listId={listId}
          keys={keys}
          isEntered={isEntered}
          onActive={setActive}
          onNothing={() => setIsEntered(false)}
          onText={(earlier) => {
            setIsEntered(false);
            setText(earlier);
          }}
          onChosen={() => {
            setIsEntered(false);
            setIsOpen(false);
            setText('');
            box.current?.blur();
          }}
        />
      ) : null}
    </div>
  );
}

const writable = 'input, textarea, select, [contenteditable]';

/** Ctrl+K, or Command+K, from anywhere on the page; and a slash where nothing is typed into. */
function useShortcut(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const isTyped = event.target instanceof Element && event.target.matches(writable);
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyped;
      if (!isSlash && !(isCommand && event.key.toLowerCase() === 'k')) return;
      // The browser would open its own search.
      event.preventDefault();
      // Behind a dialog the box cannot be used.
      if (document.querySelector('[role$="dialog"][data-state="open"]')) return;
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}
