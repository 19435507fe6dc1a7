import { expect, type Page } from '@playwright/test';

/** Two frames later: a table finds out only after the layout that it has to scroll in its box. */
export async function widthOfPage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return document.documentElement.scrollWidth;
  });
}

/** Nothing of the page is wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const window = page.viewportSize()?.width ?? 0;
  await expect.poll(() => widthOfPage(page)).toBeLessThanOrEqual(window);
}
