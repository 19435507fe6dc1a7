import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { planTour } from './support/tour.ts';

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** The whole tour in one test per theme and area: the browser starts once and signs in rarely. */
for (const theme of ['light', 'dark'] as const) {
  for (const area of ['public', 'admin', 'client'] as const) {
    test(`axe finds nothing in the ${area} screens, ${theme}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme: theme });
      const stops = (await planTour(page.request)).filter(({ name }) => name.startsWith(area));
      expect(stops.length).toBeGreaterThan(3);
      let signedInAs: string | undefined;
      for (const { name, path, as } of stops) {
        if (as && as !== signedInAs) await openAs(page, as, path);
        else await page.goto(path);
        signedInAs = as;
        await page.waitForLoadState('networkidle');
        expect.soft(await violations(page), `${name}, ${theme}`).toEqual([]);
      }
    });
  }
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
