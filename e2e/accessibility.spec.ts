import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { planTour, withoutRepetition, type Stop } from './support/tour.ts';
import { violations } from './support/violations.ts';

/** The page's own heading is there, be it behind a dialog, and nothing is still to come. */
async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}

const passes = [
  { name: 'on every screen', theme: 'light', width: 1440, choose: (stops: Stop[]) => stops },
  { name: 'in the dark', theme: 'dark', width: 1440, choose: withoutRepetition },
  { name: 'on a phone', theme: 'light', width: 390, choose: withoutPlaceholders },
] as const;

function withoutPlaceholders(stops: readonly Stop[]): Stop[] {
  return stops.filter((stop) => !stop.placeholderIn);
}

for (const { name, theme, width, choose } of passes) {
  test(`axe finds nothing ${name}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    const stops = choose(await planTour(page.request));
    // One person after the other, so that nobody signs in twice; visitors come first.
    for (const person of new Set(stops.map((stop) => stop.as))) {
      if (person) await openAs(page, person, '/favicon.svg');
      for (const stop of stops.filter(({ as }) => as === person)) {
        await page.goto(stop.path);
        await untilLoaded(page);
        expect.soft(await violations(page), stop.name).toEqual([]);
        // Keeps the plan true: a screen that is built has to be looked at in every pass.
        const isPlaceholder = await page.getByText('This screen is not built yet.').isVisible();
        expect.soft(isPlaceholder, `${stop.name}, a placeholder`).toBe(Boolean(stop.placeholderIn));
      }
    }
  });
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
