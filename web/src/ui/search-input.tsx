import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { searchMaxLength } from '../lib/url-state.ts';
import { controlClass } from './field.tsx';

export interface SearchInputProps {
  /** The name of the box, and its placeholder unless one is given. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string | undefined;
  /** Waits this long after the last key. */
  debounceMs?: number | undefined;
  className?: string | undefined;
  /** One of the filters beside the search of a list: no landmark of its own. */
  isFilter?: boolean | undefined;
}

/**
 * Keeps the typed text in its own state: the value is usually in the address, which may update a
 * moment later and must not move the cursor or drop a letter.
 */
export function SearchInput({
  label,
  value,
  onChange,
  placeholder,
  debounceMs = 0,
  className,
  isFilter = false,
}: SearchInputProps) {
  const [draft, setDraft] = useState(value);
  const echoes = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Our own value comes back, perhaps late and not every letter of it. Only a change from outside
    // (Back, "Clear Filters") replaces the text.
    const at = echoes.current.indexOf(value);
    echoes.current = echoes.current.slice(at + 1);
    if (at >= 0) return;
    echoes.current = [];
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string): void {
    echoes.current.push(text);
    onChange(text);
  }

  function type(text: string, waitMs: number): void {
    setDraft(text);
    clearTimeout(timer.current);
    if (waitMs > 0) timer.current = setTimeout(() => send(text), waitMs);
    else send(text);
  }

  return (
    <span role={isFilter ? undefined : 'search'} className={cn('relative block', className)}>
      {/* From the top: an error below another filter makes the row, and with it this box, higher. */}
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted"
      />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMaxLength}
        value={draft}
        onChange={(event) => type(event.target.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') type(draft, 0);
          if (event.key === 'Escape' && draft) {
            event.stopPropagation();
            type('', 0);
          }
        }}
        className={cn(controlClass, 'h-9 pr-9 pl-9 text-ellipsis')}
      />
      {draft ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            type('', 0);
            box.current?.focus();
          }}
          className="absolute top-1 right-1 grid size-7 place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : null}
    </span>
  );
}
