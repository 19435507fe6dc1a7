import { expect, type Page } from '@playwright/test';

/** Two frames later, because a table detects only after layout that it has to scroll. */
export async function widthOfPage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return document.documentElement.scrollWidth;
  });
}

/** The page is not wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const window = page.viewportSize()?.width ?? 0;
  await expect.poll(() => widthOfPage(page)).toBeLessThanOrEqual(window);
}
