import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { planTour, type Stop } from './support/tour.ts';
import { violations } from './support/violations.ts';
import { widthOfPage } from './support/width.ts';

/** The page's own heading is there, be it behind a dialog, and nothing is still to come. */
async function untilLoaded(page: Page, { path }: Stop): Promise<void> {
  // First, for its code comes late: until then the page beneath looks finished.
  if (/[?&](action|approvals)=/.test(path)) await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}

const areas = [
  { name: 'public site', isIn: ({ name }: Stop) => !/^(admin|client)-/.test(name) },
  { name: 'back-office', isIn: ({ name }: Stop) => name.startsWith('admin-') },
  { name: 'client portal', isIn: ({ name }: Stop) => name.startsWith('client-') },
];

for (const { name, isIn } of areas) {
  test(`axe finds nothing in the ${name}, light, dark and on a phone, and a phone and 200 % fit the window`, async ({
    page,
  }) => {
    test.setTimeout(500_000);
    const stops = (await planTour(page.request)).filter(isIn);
    // One person after the other, so that nobody signs in twice; visitors come first.
    for (const person of new Set(stops.map((stop) => stop.as))) {
      if (person) await openAs(page, person, '/favicon.svg');
      for (const stop of stops.filter(({ as }) => as === person)) await lookAt(page, stop);
    }
  });
}

/** Loaded once and then changed as a user would: the other theme, the narrow window. */
async function lookAt(page: Page, stop: Stop): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(stop.path);
  await untilLoaded(page, stop);
  expect.soft(await violations(page), stop.name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violations(page, 'colours'), `${stop.name} in the dark`).toEqual([]);
  if (stop.isVariant) return;
  // A window of 1280 at 200 %; on the way to the phone it costs no second visit.
  await page.setViewportSize({ width: 640, height: 450 });
  expect.soft(await widthOfPage(page), `${stop.name} scrolls sideways`).toBeLessThanOrEqual(640);
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await widthOfPage(page), `${stop.name} on a phone`).toBeLessThanOrEqual(390);
  await page.emulateMedia({ colorScheme: 'light' });
  const onPhone = await violations(page, isPlain(stop) ? 'all' : 'all but colours');
  expect.soft(onPhone, `${stop.name} on a phone`).toEqual([]);
}

/** A list or a form as the navigation opens it: what only a phone shows, such as cards, has colours too. */
function isPlain({ path }: Stop): boolean {
  return !/\?|[0-9a-f-]{36}/.test(path);
}

test('axe finds nothing in a dialog, a menu and a form with errors', async ({ page }) => {
  await openAs(page, 'admin@sente.test', '/companies?search=Demo+One');
  await page.getByRole('button', { name: 'Delete Demo One' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Admin User' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.goto('/companies/create');
  await page.getByLabel('Company Name').fill('A');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
});
