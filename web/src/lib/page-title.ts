import { useEffect } from 'react';

/**
 * The title of the browser tab: the record's name once it is loaded, instead of the route's title.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Sente`;
  }, [title]);
}
