import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from './router.tsx';

/** For a part of a page that links name by its id: whoever comes by such a link sees it, once it is `shown`. */
export function useArrival<Part extends HTMLElement>(
  id: string,
  shown: boolean,
): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  const { hash, key } = useLocation();
  // With each visit: the same link may be followed twice.
  useEffect(() => {
    if (shown && hash === `#${id}`) ref.current?.scrollIntoView({ block: 'start' });
  }, [hash, key, id, shown]);
  return ref;
}
