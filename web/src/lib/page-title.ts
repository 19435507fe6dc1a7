import { useEffect } from 'react';

/** In the browser's tab: the record's own name, once it is known, in place of the route's title. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Sente`;
  }, [title]);
}
