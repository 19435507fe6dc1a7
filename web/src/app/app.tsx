import { useEffect, useRef, useState } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigationType,
  useRoutes,
  type RouteObject,
} from 'react-router';
import { paths } from '../lib/paths.ts';
import { Toaster } from '../ui/toast.tsx';
import { Guarded } from './guarded.tsx';
import { routes } from './routes.ts';

const table: RouteObject[] = routes.map((route) => ({
  path: route.path,
  element: <Guarded route={route} />,
}));

export function App() {
  const { pathname } = useLocation();
  const isClientArea = pathname.startsWith(paths.client.home());
  return (
    <>
      {useRoutes(table)}
      <PageChange />
      <Toaster successMs={isClientArea ? 4000 : 2000} />
    </>
  );
}

/**
 * What a browser does on its own when a new document loads: start at the top, move the reading
 * position to the content, and say the page's name.
 */
function PageChange() {
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
