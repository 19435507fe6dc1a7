import type { Page } from '@playwright/test';
import { sessionOf, openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

const admin = 'admin@sente.test';
const oneSet =
  'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.';
const secret = /^snt_sk_[0-9A-Za-z]{49}$/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** A company of this test alone, so that tests side by side do not touch each other's keys. */
async function newCompany(page: Page): Promise<{ id: string; name: string }> {
  const { authToken } = await sessionOf(page.request, admin);
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
  // On a phone, where the secret has no place to break, and with the keyboard.
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Reveal secret key').focus();
  await page.keyboard.press('Enter');
  const first = (await page.getByText(secret).textContent()) ?? '';
  await expectToFit(page);

  await button(page, 'Regenerate').click();
  await expect(dialog(page)).toContainText('stop working at once');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, 'Regenerate')).toBeFocused();
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
