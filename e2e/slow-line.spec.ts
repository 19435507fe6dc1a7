import { hold } from './support/hold.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const owner = 'owner@demo-one.test';
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

test('the frame stands before any file has come, and the page takes its place', async ({
  page,
}) => {
  await openAs(page, owner, '/client/accounts');
  await page.evaluate(() => localStorage.setItem('sente-theme', 'dark'));
  const line = await hold(page, '**/assets/*');
  const left = page.goto('/client/accounts');
  await expect(page.locator('#frame .side')).toBeVisible();
  await expect(page.locator('#frame')).toHaveCSS('background-color', 'rgb(13, 15, 17)');
  line.release();
  await left;
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  const again = await hold(page, '**/assets/*');
  const login = page.goto('/login');
  await expect(page.locator('#frame svg')).toBeVisible();
  await expect(page.locator('#frame .side')).toBeHidden();
  again.release();
  await login;
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
