import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { lookAround } from './support/look.ts';
import { planScenes } from './support/scenes.ts';
import { planTour, portalRoutes, routeOf, type Stop } from './support/tour.ts';
import { violations } from './support/violations.ts';

/** Of similar length, so that both workers finish together. A stop belongs to the first match. */
const parts: readonly (readonly [name: string, isIn: (stop: Stop) => boolean])[] = [
  ['the public site', ({ name }) => !/^(admin|client)-/.test(name)],
  ['the companies of the back-office', ({ path }) => path.startsWith('/companies')],
  ['the users and roles of the back-office', ({ name }) => /^admin-(user|role)/.test(name)],
  ['the rest of the back-office', ({ name }) => name.startsWith('admin-')],
  ['the client portal of those who see less', ({ isVariant }) => isVariant === true],
  ['products, codes and users of the client portal', ({ name }) => /-(product|user)/.test(name)],
  ['the rest of the client portal', () => true],
];

for (const [name] of parts) {
  test(`axe finds nothing in ${name}, light and dark, wide and on a phone, and everything fits the window`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const stops = (await planTour(page.request)).filter(
      (stop) => parts.find(([, isIn]) => isIn(stop))?.[0] === name,
    );
    // Grouped by user, so that nobody signs in twice; visitors come first.
    for (const person of new Set(stops.map((stop) => stop.as))) {
      if (person) await openAs(page, person, betweenStops);
      for (const stop of stops.filter(({ as }) => as === person)) {
        await lookAt(page, stop);
        // Resizing a small page is cheap; resizing this one would lay it out again.
        await (person ? goWithin(page, betweenStops) : page.goto('about:blank'));
      }
    }
  });
}

test('the tour visits every route', async ({ page }) => {
  const stops = [...(await planTour(page.request)), ...planScenes()];
  const visited = new Set(stops.map(({ path }) => routeOf(path)));
  expect(portalRoutes().length).toBeGreaterThan(30);
  expect(portalRoutes().filter((route) => !visited.has(route))).toEqual([]);
});

/** A small page outside the portals: a portal that is left for it and opened again starts anew. */
const betweenStops = '/unauthorized';

/** Loaded once and then changed as a user would: the other theme, the narrow window. */
async function lookAt(page: Page, stop: Stop): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await (stop.as ? goWithin(page, stop.path) : page.goto(stop.path));
  await lookAround(page, { ...stop, isWhole: isPlain(stop) });
}

/**
 * As the back button does. In a document that stays, the code of the portal and of axe is compiled and
 * optimized once, not for each stop.
 */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('[data-left]')).toHaveCount(0);
}

/** A list as opened from the navigation: only a wide window has its table, a phone has cards. */
function isPlain({ path }: Stop): boolean {
  return !/\?|[0-9a-f-]{36}|create$/.test(path);
}

test('axe finds nothing in a dialog, a menu and a form with errors', async ({ page }) => {
  await openAs(page, 'admin@sente.test', '/companies?search=Demo+One');
  await page.getByRole('button', { name: 'Delete Demo One' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'user menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.goto('/companies/create');
  await page.getByLabel('Company Name').fill('A');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
});
