import type { Browser } from '@playwright/test';
import { planTour, type Stop } from '../e2e/support/tour.ts';

/** Each route once, as it opens without anything over it. */
export async function everyRoute(browser: Browser, baseURL: string): Promise<Stop[]> {
  const context = await browser.newContext({ baseURL });
  const stops = new Map<string, Stop>();
  for (const stop of await planTour(context.request)) {
    // A tab may need more than the one that shows first; nothing else in a query brings code with it.
    const [pathname = '', query = ''] = stop.path.split('?');
    const path = query.startsWith('tab=') ? stop.path : pathname;
    const isLess = stop.isVariant || stop.name.includes('not-found');
    if (!isLess && !stops.has(path)) stops.set(path, { ...stop, path });
  }
  await context.close();
  return [...stops.values()];
}

/** As a table names it: whose page it is does not matter. */
export function routeName(path: string): string {
  return path.replaceAll(/[0-9a-f-]{36}/g, ':id');
}
