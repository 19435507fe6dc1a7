import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * What a browser does on its own when a new document loads: start at the top, move the reading
 * position to the content, and say the page's name.
 */
export function PageChange() {
  const { pathname, hash } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const lastPathname = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    setAnnounced(document.title);
    const main = document.getElementById('main');
    // A section of the page is the page's own business.
    if (!isBackOrForward && !hash) window.scrollTo(0, 0);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, hash, isBackOrForward]);

  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
