import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { cn } from '../lib/cn.ts';
import { useLeavingNavigate } from '../lib/unsaved-warning.ts';
import { searchMaxLength } from '../lib/url-state.ts';
import { controlClass } from '../ui/field.tsx';

interface PlainSearchProps {
  placeholder: string;
  /** A list with the text as its search. */
  pathFor: (text: string) => string;
}

/** A box that opens a list with what is typed as its search, and shows no results itself. */
export function PlainSearch({ placeholder, pathFor }: PlainSearchProps) {
  const leave = useLeavingNavigate();
  const [text, setText] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') return;
    leave(pathFor(text.trim()), () => setText(''));
  }

  return (
    <form
      role="search"
      aria-label="Whole portal"
      onSubmit={submit}
      className="relative min-w-0 flex-1 sm:max-w-sm"
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMaxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={cn(controlClass, 'h-9 pr-3 pl-9 text-ellipsis')}
      />
    </form>
  );
}
