import type { Page } from '@playwright/test';

/** How many of these have been sent since. */
export function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    const isMeant = request.method() === method && new URL(request.url()).pathname === path;
    if (isMeant) count += 1;
  });
  return () => count;
}
