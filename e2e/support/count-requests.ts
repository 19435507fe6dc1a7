import type { Page } from '@playwright/test';

/** The number of requests sent since. */
export function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    const isMeant = request.method() === method && new URL(request.url()).pathname === path;
    if (isMeant) count += 1;
  });
  return () => count;
}
