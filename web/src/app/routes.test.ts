import { matchPath, matchRoute } from '../lib/route-match.ts';
import { describe, expect, it } from 'vitest';
import { paths } from '../lib/paths.ts';
import { routes } from '../testing/routes.ts';
import { routesAt } from './areas.tsx';

/** Every address that a screen can link to, with `x` as the record's id. */
const addresses = [paths, paths.client]
  .flatMap((group) => Object.entries(group))
  .flatMap(([name, address]) =>
    typeof address === 'function'
      ? [[name, new URL((address as (...ids: string[]) => string)('x', 'x'), 'http://a').pathname]]
      : [],
  ) as [name: string, pathname: string][];

const pages = routes.filter(({ page }) => page !== undefined);

describe('routes and paths', () => {
  it.each(addresses)('%s leads to a page: %s', (_name, pathname) => {
    const found = matchRoute(routes, pathname)?.route.path;
    expect(pages.map(({ path }) => path)).toContain(found);
  });

  it('every page can be linked to', () => {
    const linked = addresses.map(([, pathname]) => pathname);
    const isScoped = (path: string) => path.startsWith('/client/company/');
    const unlinked = pages
      .map(({ path }) => path)
      .filter((path) => !isScoped(path) && !linked.some((pathname) => matchPath(path, pathname)));
    expect(unlinked).toEqual([]);
  });

  it.each(addresses)('%s is in the area that knows it: %s', async (_name, pathname) => {
    const found = matchRoute(await routesAt(pathname), pathname)?.route;
    expect(found?.page).toBeDefined();
  });

  it('no path occurs twice', () => {
    const all = routes.map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
  });
});
