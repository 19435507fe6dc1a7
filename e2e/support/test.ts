import { expect, test as base, type BrowserContext } from '@playwright/test';
import { recordToasts } from './toasts.ts';

const baseURL = process.env['SENTE_E2E_URL'] ?? '';

/** The sites that this worker has opened. */
const origins = new Set<string>();

/**
 * All tests of a worker share one context and its cache: the portal's code is loaded and compiled
 * once, not once per test. Storage is cleared before the next test. One page always stays open:
 * opening a window takes most of a second, a tab very little.
 */
export const test = base.extend<{ complaints: string[] }, { sharedContext: BrowserContext }>({
  baseURL: async ({}, use) => use(baseURL),
  sharedContext: [
    async ({ browser }, use) => {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
      context.on('page', (page) =>
        page.on('framenavigated', (frame) =>
          origins.add(new URL(frame.url() || 'about:blank').origin),
        ),
      );
      await context.newPage();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    await forget(sharedContext);
  },
  /** Console errors, content policy violations and uncaught errors fail the test. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await recordToasts(page);
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // The browser itself reports each refused call and each missing picture.
        if (message.text().startsWith('Failed to load resource')) return;
        // The scripts of the tests do not run in the frame that shows a mail.
        if (message.text().startsWith('Blocked script execution')) return;
        complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** All but the cache, which `setStorageState` would empty as well. */
async function forget(context: BrowserContext): Promise<void> {
  const [first, ...others] = context.pages();
  for (const page of others) await page.close();
  await context.clearPermissions();
  await context.clearCookies();
  if (!first) return;
  const devtools = await context.newCDPSession(first);
  for (const origin of origins) {
    if (origin === 'null') continue;
    const storageTypes = 'local_storage,indexeddb';
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  }
  await devtools.detach();
}

export { expect };
