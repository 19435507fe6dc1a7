import { expect, test as base } from '@playwright/test';
import { recordToasts } from './toasts.ts';

/** A page that complains in the console, breaks its content policy or throws fails its test. */
export const test = base.extend<{ complaints: string[] }>({
  baseURL: async ({}, use) => {
    await use(process.env['SENTE_E2E_URL'] ?? '');
  },
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
