import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

declare global {
  interface Window {
    raisedToasts?: string[];
  }
}

/** Records every toast that a page shows: a busy machine may miss the two seconds of one. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const raised: string[] = [];
    window.raisedToasts = raised;
    const note = (node: Node): void => {
      if (!(node instanceof Element)) return;
      const cards = node.matches('[data-toast]') ? [node] : node.querySelectorAll('[data-toast]');
      for (const card of cards) {
        const text = card.querySelector('p')?.cloneNode(true) as Element | undefined;
        // It may lead to the request of what waits.
        text?.querySelector('a')?.remove();
        raised.push(text?.textContent.trim() ?? '');
      }
    };
    new MutationObserver((changes) => {
      for (const change of changes) change.addedNodes.forEach(note);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The text was shown as a toast since this document was opened, this many times. */
export async function expectToast(page: Page, text: string, times = 1): Promise<void> {
  const count = () =>
    page.evaluate(
      (wanted) => window.raisedToasts?.filter((raised) => raised === wanted).length,
      text,
    );
  await expect.poll(count, `toast "${text}"`).toBe(times);
}
