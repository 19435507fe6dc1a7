import { expect, type Page } from '@playwright/test';
import { routeOf, type Stop } from './tour.ts';
import { violations } from './violations.ts';
import { widthOfPage } from './width.ts';

/** `isWhole`: also a wide window in the dark, if it has a table, which a phone shows as cards. */
export async function lookAround(
  page: Page,
  stop: Stop & { readonly isWhole: boolean },
): Promise<void> {
  await untilLoaded(page, stop);
  // Who is sent elsewhere sees another screen than the one that is checked here.
  expect.soft(routeOf(page.url()), stop.name).toBe(routeOf(stop.path));
  expect.soft(await violations(page), stop.name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const hasTable = (await page.getByRole('table', { includeHidden: true }).count()) > 0;
  if (stop.isVariant || (stop.isWhole && hasTable)) {
    expect.soft(await violations(page, 'colours'), `${stop.name} in the dark`).toEqual([]);
  }
  if (stop.isVariant) return;
  // A window of 1280 at 200 %, checked on the way to the phone width without another visit.
  await page.setViewportSize({ width: 640, height: 450 });
  expect.soft(await widthOfPage(page), `${stop.name} scrolls sideways`).toBeLessThanOrEqual(640);
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await widthOfPage(page), `${stop.name} on a phone`).toBeLessThanOrEqual(390);
  expect.soft(await violations(page), `${stop.name} on a phone in the dark`).toEqual([]);
}

/** The page's own heading is present, even behind a dialog, and nothing is loading. */
async function untilLoaded(page: Page, { path }: Stop): Promise<void> {
  // Checked first, because its code loads late: until then the page beneath looks finished.
  if (/[?&]action=/.test(path)) await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}
