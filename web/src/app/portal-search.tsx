import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { SearchBox } from '../features/search/search-box.tsx';
import { cn } from '../lib/cn.ts';
import { useLeavingNavigate } from '../lib/unsaved-warning.ts';
import { searchMaxLength } from '../lib/url-state.ts';
import { controlClass } from '../ui/field.tsx';
import { lateChosen } from '../ui/late.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import type { PortalPage } from './portal-pages.ts';

const SearchPanel = lateChosen(() => import('../features/search/search-panel.tsx'), {
  waiting: null,
  failed: () => {
    throw new Error('The search results could not be loaded');
  },
});

interface PortalSearchProps {
  portal: 'admin' | 'client';
  placeholder: string;
  /** A list with the text as its search. */
  pathFor: (text: string) => string;
  /** Offered when the text names them. */
  pages: readonly PortalPage[];
  /** The results end with a link to that list. */
  offersList?: boolean;
}

/** Without the code of its results the box still opens the list. */
export function PortalSearch(props: PortalSearchProps) {
  const { portal, placeholder, pathFor, pages, offersList } = props;
  return (
    <ErrorBoundary fallback={<PlainSearch placeholder={placeholder} pathFor={pathFor} />}>
      <SearchBox
        portal={portal}
        placeholder={placeholder}
        pages={pages}
        listPath={offersList ? pathFor : undefined}
        panel={SearchPanel}
      />
    </ErrorBoundary>
  );
}

function PlainSearch({ placeholder, pathFor }: Pick<PortalSearchProps, 'placeholder' | 'pathFor'>) {
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
