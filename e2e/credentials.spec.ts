import type { Page } from '@playwright/test';
import { createCompany } from './support/company.ts';
import { openAs } from './support/sign-in.ts';
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

test('staff create, reveal, copy, regenerate, toggle and delete a credential set', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const { id, name } = await createCompany(page, 'Keys');
  await openAs(page, admin, `/companies/${id}/api-credentials`);
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

  // Hidden at first, but can be copied.
  await expect(page.getByText(secret)).toBeHidden();
  await button(page, 'Copy secret key').click();
  await expectToast(page, 'Secret key copied to clipboard');
  const first = await copied();
  expect(first).toMatch(secret);
  const place = await button(page, 'Copy secret key').boundingBox();
  await button(page, 'Reveal secret key').click();
  await expect(page.getByText(first)).toBeVisible();
  // It stays under the pointer.
  expect(await button(page, 'Copy secret key').boundingBox()).toEqual(place);
  await button(page, 'Hide secret key').click();
  await expect(page.getByText(first)).toBeHidden();
  await button(page, 'Reveal secret key').click();
  await page.reload();
  await expect(button(page, 'Reveal secret key')).toBeVisible();
  await expect(page.getByText(first)).toBeHidden();
  await button(page, 'Copy channel ID').click();
  await expectToast(page, 'Channel ID copied to clipboard');
  expect(await copied()).toMatch(/^snt_ch_/);

  // On a phone, where the secret cannot wrap, and with the keyboard.
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Reveal secret key').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(first)).toBeVisible();
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

  await button(page, 'Deactivate').click();
  await dialog(page).getByRole('button', { name: 'Deactivate' }).dblclick();
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

  // The company's history shows who read the secret, without the secret.
  await button(page, 'History').click();
  const history = page.getByRole('dialog');
  await expect(history.getByText('Created API credentials')).toBeVisible();
  await expect(history.getByText('Saw the API keys').first()).toBeVisible();
  await expect(history).not.toContainText('snt_sk_');
});
