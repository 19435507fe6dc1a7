import { matchRoutes } from 'react-router';
import { paths } from '../lib/paths.ts';
import { getSession } from '../session/session-store.ts';
import { decide } from './guards.ts';
import type { AppRoute } from './route.tsx';
import { routes } from './routes.ts';

/** Loads the code of the page at an address, with its layout. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = destinationOf(pathname);
  await Promise.all([route?.layout?.preload(), route?.page?.preload()]);
}

function destinationOf(pathname: string): AppRoute | undefined {
  const match = matchRoutes([...routes], pathname)?.at(-1);
  const route = match?.route as AppRoute | undefined;
  if (!match || !route) return undefined;
  const user = getSession()?.user ?? null;
  const decision = decide(route.guard, { user, params: match.params, historyState: null });
  if (decision.go === 'in') return route;
  const to = decision.go === 'sign-in' ? paths.login() : decision.to;
  return routes.find(({ path }) => path === to);
}

/** Preloads the page of the link that the pointer or the focus is on. */
export function preloadHoveredLinks(): () => void {
  const onRest = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && link.origin === window.location.origin) void preloadPage(link.pathname);
  };
  document.addEventListener('pointerover', onRest, { passive: true });
  document.addEventListener('focusin', onRest);
  return () => {
    document.removeEventListener('pointerover', onRest);
    document.removeEventListener('focusin', onRest);
  };
}
