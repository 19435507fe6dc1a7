import type { Browser } from '@playwright/test';
import { planTour, type Stop } from '../e2e/support/tour.ts';

/** Each route once, without dialogs. */
export async function everyRoute(browser: Browser, baseURL: string): Promise<Stop[]> {
  const context = await browser.newContext({ baseURL });
  const stops = new Map<string, Stop>();
  for (const stop of await planTour(context.request)) {
    // A tab may need more code than the first one; no other query parameter loads code.
    const [pathname = '', query = ''] = stop.path.split('?');
    const path = query.startsWith('tab=') ? stop.path : pathname;
    const isLess = stop.isVariant || stop.name.includes('not-found');
    if (!isLess && !stops.has(path)) stops.set(path, { ...stop, path });
  }
  await context.close();
  return [...stops.values()];
}

/** The route for a table, without ids. */
export function routeName(path: string): string {
  return path.replaceAll(/[0-9a-f-]{36}/g, ':id');
}
