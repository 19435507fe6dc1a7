import { SearchBox } from '../features/search/search-box.tsx';
import { lateChosen } from '../ui/late.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PlainSearch } from './plain-search.tsx';
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
