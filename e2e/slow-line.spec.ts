import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const cannotBeLoaded = 'This could not be loaded. Check your connection, or reload the page.';

test('a page keeps working when lazy code cannot be loaded', async ({ page }) => {
  await page.route('**/assets/{opened-user-menu,security-tab}-*.js', (route) => route.abort());
  await openAs(page, admin, '/companies/create');
  await page.getByLabel('Company Name').fill('Typed before');
  await page.getByRole('button', { name: 'user menu' }).click();
  await expectToast(page, cannotBeLoaded);
  await expect(page.getByLabel('Company Name')).toHaveValue('Typed before');

  await openAs(page, admin, '/settings?tab=notifications');
  await page.getByRole('tab', { name: 'Security' }).click();
  const panel = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await expect(panel).toBeVisible();
  await page.unroute('**/assets/{opened-user-menu,security-tab}-*.js');
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Current Password', { exact: true })).toBeVisible();
});
