import { matchRoute } from '../lib/route-match.ts';
import { paths } from '../lib/paths.ts';
import { getSession } from '../session/session-store.ts';
import { routesAt } from './areas.tsx';
import { decide } from './guards.ts';
import type { AppRoute } from './route.tsx';

/** Loads the code of the page at an address, with its layout. Never rejects: a failure is shown there. */
export async function preloadPage(pathname: string): Promise<void> {
  const route = await destinationOf(pathname).catch(() => undefined);
  await Promise.all([route?.layout?.preload(), route?.page?.preload()]);
}

const insteadOf = {
  'sign-in': paths.login,
  'change-password': paths.changePassword,
  'set-up-factor': paths.setUpFactor,
};

async function destinationOf(pathname: string): Promise<AppRoute | undefined> {
  const match = matchRoute(await routesAt(pathname), pathname);
  if (!match) return undefined;
  const { route } = match;
  if (!route.page)
    return (await routesAt(paths.landing())).find(({ path }) => path === paths.landing());
  const user = getSession()?.user ?? null;
  const decision = decide(route.guard, { user, params: match.params, historyState: null });
  if (decision.go === 'in') return route;
  const to = decision.go === 'to' ? decision.to : insteadOf[decision.go]();
  return (await routesAt(to)).find(({ path }) => path === to);
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
