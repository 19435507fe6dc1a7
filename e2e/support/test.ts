import { expect, test as base, type BrowserContext } from '@playwright/test';
import { recordToasts } from './toasts.ts';

const baseURL = process.env['SENTE_E2E_URL'] ?? '';
const empty = { cookies: [], origins: [] };

/**
 * All tests of a worker share one context, and with it the browser's cache: the code of the portal is
 * fetched and compiled once, not once a test. What a test stores is gone before the next one begins.
 * One page always stays open: a window takes the browser most of a second, a tab in it very little.
 */
export const test = base.extend<{ complaints: string[] }, { sharedContext: BrowserContext }>({
  baseURL: async ({}, use) => use(baseURL),
  sharedContext: [
    async ({ browser }, use) => {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
      await context.newPage();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    for (const page of sharedContext.pages().slice(1)) await page.close();
    await sharedContext.clearPermissions();
    await sharedContext.setStorageState(empty);
  },
  /** A page that complains in the console, breaks its content policy or throws fails its test. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await recordToasts(page);
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // The browser reports each refused call and each missing picture by itself.
        if (message.text().startsWith('Failed to load resource')) return;
        complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
