import { useEffect } from 'react';
import { markedTitle } from './mode.ts';

/**
 * The title of the browser tab: the record's name once it is loaded, instead of the route's title.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = markedTitle(`${title} · Sente`);
  }, [title]);
}
