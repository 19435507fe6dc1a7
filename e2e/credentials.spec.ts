import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { hold } from './support/hold.ts';
import { apiSignIn, openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const oneSet =
  'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.';
const secret = /^snt_sk_[0-9A-Za-z]{49}$/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** A company of this test alone, so that tests side by side do not touch each other's keys. */
async function newCompany(page: Page): Promise<{ id: string; name: string }> {
  const { authToken } = await apiSignIn(page.request, admin);
  const name = `Keys ${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
  const response = await page.request.post('/api/Company', {
    headers: { authorization: `Bearer ${authToken}` },
    data: {
      name,
      email: `${name.replaceAll(' ', '-').toLowerCase()}@example.test`,
      phone: '+256 772 555000',
      address: 'Key Street 1, Kampala',
    },
  });
  return (await response.json()).data;
}

async function openCredentials(page: Page): Promise<{ id: string; name: string }> {
  const company = await newCompany(page);
  await openAs(page, admin, `/companies/${company.id}/api-credentials`);
  return company;
}

async function createSet(page: Page): Promise<void> {
  await button(page, 'Create Credentials').click();
  await expectToast(page, 'API credentials created successfully');
}

test('create a credential set, reveal and copy it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const { name } = await openCredentials(page);
  await expect(page.getByRole('heading', { name: 'API Credentials', level: 1 })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText('No API credentials yet.')).toBeVisible();
  await expect(page.getByText(oneSet)).toBeHidden();

  await button(page, 'Create Credentials').dblclick();
  await expectToast(page, 'API credentials created successfully');
  await expect(button(page, 'Create Credentials')).toBeHidden();
  await expect(page.getByText(oneSet)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Never used')).toBeVisible();

  // Hidden at first, and copied all the same.
  await expect(page.getByText(secret)).toBeHidden();
  await button(page, 'Copy secret key').click();
  await expectToast(page, 'Secret key copied to clipboard');
  const first = await copied();
  expect(first).toMatch(secret);
  await button(page, 'Reveal secret key').click();
  await expect(page.getByText(first)).toBeVisible();
  await button(page, 'Hide secret key').click();
  await expect(page.getByText(first)).toBeHidden();
  await button(page, 'Reveal secret key').click();
  await page.reload();
  await expect(button(page, 'Reveal secret key')).toBeVisible();
  await expect(page.getByText(first)).toBeHidden();
  await button(page, 'Copy channel ID').click();
  await expectToast(page, 'Channel ID copied to clipboard');
  expect(await copied()).toMatch(/^snt_ch_/);
});

test('regenerate, switch and delete a credential set', async ({ page }) => {
  const { name } = await openCredentials(page);
  await createSet(page);
  await button(page, 'Reveal secret key').click();
  const first = (await page.getByText(secret).textContent()) ?? '';

  await button(page, 'Regenerate').click();
  await expect(dialog(page)).toContainText('stop working at once');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await button(page, 'Regenerate').click();
  await dialog(page).getByRole('button', { name: 'Regenerate' }).click();
  await expectToast(page, 'API credentials updated successfully');
  await button(page, 'Reveal secret key').click();
  await expect(page.getByText(secret)).toBeVisible();
  await expect(page.getByText(first)).toBeHidden();

  await button(page, 'Deactivate').dblclick();
  await expectToast(page, 'API credentials deactivated successfully');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await button(page, 'Activate').click();
  await expectToast(page, 'API credentials activated successfully');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await button(page, 'Delete').click();
  await expect(dialog(page)).toContainText(`Delete the API credentials of ${name}?`);
  await dialog(page).getByRole('button', { name: 'Delete Credentials' }).click();
  await expectToast(page, 'API credentials deleted successfully');
  await expect(button(page, 'Create Credentials')).toBeVisible();
});

test('every failure has its words, and what stands on the screen stays', async ({ page }) => {
  const { id } = await openCredentials(page);
  const refuse = (method: string, body: object = { success: false }) =>
    page.route('**/api/Company/credentials**', (route) =>
      route.request().method() === method ? route.fulfill({ json: body }) : route.fallback(),
    );

  await refuse('POST');
  await button(page, 'Create Credentials').click();
  await expectToast(page, 'Failed to create API credentials');
  await page.unrouteAll();
  await createSet(page);

  await refuse('PUT');
  await button(page, 'Regenerate').click();
  await dialog(page).getByRole('button', { name: 'Regenerate' }).click();
  await expect(dialog(page)).toContainText('Failed to update API credentials');
  await expectToast(page, 'Failed to update API credentials');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await refuse('PATCH');
  await button(page, 'Deactivate').click();
  await expectToast(page, 'Failed to deactivate API credentials');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await button(page, 'Deactivate').click();
  await expectToast(page, 'API credentials deactivated successfully');
  await refuse('PATCH');
  await button(page, 'Activate').click();
  await expectToast(page, 'Failed to activate API credentials');

  await refuse('DELETE');
  await button(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete Credentials' }).click();
  await expect(dialog(page)).toContainText('Failed to delete API credentials');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await refuse('DELETE', { success: false, message: 'Ask the treasurer first' });
  await dialog(page).getByRole('button', { name: 'Delete Credentials' }).click();
  await expect(dialog(page)).toContainText('Ask the treasurer first');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.route(`**/api/Company/${id}/credentials`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await button(page, 'Refresh').click();
  const box = page.getByRole('alert').filter({ hasText: 'Failed to load company API credentials' });
  await expect(box).toBeVisible();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await page.reload();
  await expect(box).toBeVisible();
  await expect(button(page, 'Create Credentials')).toBeHidden();
  await page.unrouteAll();
  await box.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
});

test('a second set is refused by the server too', async ({ page, context }) => {
  await openCredentials(page);
  await expect(button(page, 'Create Credentials')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Create Credentials' }).click();
  await expect(other.getByText(oneSet)).toBeVisible();
  await button(page, 'Create Credentials').click();
  await expectToast(page, oneSet);
  await button(page, 'Refresh').click();
  await expect(button(page, 'Regenerate')).toBeVisible();
});

test('somebody else was faster: nothing is flipped back', async ({ page, context }) => {
  await openCredentials(page);
  await createSet(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(other.getByText('Inactive', { exact: true })).toBeVisible();
  await button(page, 'Deactivate').click();
  await expectToast(page, 'API credentials deactivated successfully');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
});

test('waiting shows, and nothing can be pressed twice', async ({ page }) => {
  const { id } = await openCredentials(page);
  await createSet(page);
  const slow = await hold(page, '**/api/Company/credentials/*?companyId=*');
  await button(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete Credentials' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  slow.release();
  await expectToast(page, 'API credentials deleted successfully');
  expect(slow.count()).toBe(1);

  const loading = await hold(page, `**/api/Company/${id}/credentials`);
  await page.reload();
  await expect(page.getByText('Loading API credentials')).toBeAttached();
  loading.release();
  await expect(button(page, 'Create Credentials')).toBeVisible();
});

test('a copy that the browser refuses says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await openAs(page, admin, '/companies?search=Demo+One');
  await page.getByRole('link', { name: 'API Credentials of Demo One' }).click();
  await button(page, 'Copy secret key').click();
  await expectToast(page, 'Failed to copy to clipboard');
});

test('demo data: an inactive set can be activated, and a company that is gone says so', async ({
  page,
}) => {
  await openAs(page, admin, '/companies?search=demo+two');
  await page.getByRole('link', { name: 'API Credentials of demo two' }).click();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(button(page, 'Activate')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Company' }).click();
  await expect(page.getByRole('heading', { name: 'demo two', level: 1 })).toBeVisible();
  await page.goto('/companies/00000000-0000-7000-8000-00000000dead/api-credentials');
  await expect(page.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
  await expect(page.getByText('Failed to load company API credentials')).toBeHidden();
});

test('company users are turned away in the words of this screen', async ({ page }) => {
  const session = await apiSignIn(page.request, 'owner@demo-one.test');
  await openAs(page, 'owner@demo-one.test', `/companies/${session.companyId}/api-credentials`);
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Access denied. Admin privileges required.');
});

test('on a phone, with the keyboard, without a violation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCredentials(page);
  await page.getByRole('button', { name: 'Create Credentials' }).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'API credentials created successfully');
  await button(page, 'Reveal secret key').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(secret)).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await button(page, 'Regenerate').click();
  await expect(dialog(page)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Regenerate')).toBeFocused();
});
