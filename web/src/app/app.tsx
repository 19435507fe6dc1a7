import { useEffect, useRef, useState } from 'react';
import { useLocation, useVisitBy } from '../lib/router.tsx';
import { paths } from '../lib/paths.ts';
import { Toaster } from '../ui/toast.tsx';
import { PagesAt } from './areas.tsx';

export function App() {
  const { pathname } = useLocation();
  const isClientArea = pathname.startsWith(paths.client.home());
  return (
    <>
      <PagesAt pathname={pathname} />
      <PageChange />
      <Toaster page={pathname} successMs={isClientArea ? 4000 : 2000} />
    </>
  );
}

/**
 * What a browser does when a new document loads: scroll to the top, move the focus to the content,
 * and announce the title.
 */
function PageChange() {
  const { pathname, hash } = useLocation();
  const isBackOrForward = useVisitBy() === 'pop';
  const lastPathname = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    setAnnounced(document.title);
    const main = document.getElementById('main');
    // Links to a section of the page are left to the page.
    if (!isBackOrForward && !hash) window.scrollTo(0, 0);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, hash, isBackOrForward]);

  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
