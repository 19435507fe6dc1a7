import type { SessionUser } from '@sente/contract/auth';
import { restrictionFor } from './guards.ts';
import type { NavEntry } from './portal-nav.tsx';
import type { AppRoute } from './route.tsx';

/** A page that the search offers by its name. */
export interface PortalPage {
  readonly label: string;
  readonly to: string;
}

/**
 * The pages of a portal that the user may open without a record: those of the menu, under its names, and those that
 * are reached from them.
 */
export function portalPages(
  entries: readonly NavEntry[],
  routes: readonly AppRoute[] | undefined,
  user: SessionUser | null,
  isLeftOut: (path: string) => boolean,
): PortalPage[] {
  const inMenu = entries.map(({ label, to }) => ({ label, to }));
  const titles = new Set(inMenu.map(({ label }) => label));
  const isFirst = (title: string): boolean => titles.size < titles.add(title).size;
  const others = (routes ?? [])
    .filter(({ path, page }) => page && !/[:*]/.test(path) && !isLeftOut(path))
    .filter(({ path }) => inMenu.every(({ to }) => to !== path))
    .filter(({ restriction }) => restrictionFor(restriction, user) === null)
    .filter(({ title }) => isFirst(title))
    .map(({ path, title }) => ({ label: title, to: path }));
  return [...inMenu, ...others];
}
