import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { rowsOf } from './support/rows.ts';
import { createCompany } from './support/company.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts...' });
const tile = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('staff open an account, find it, edit it, deactivate and reactivate it', async ({ page }) => {
  const name = `Walk Through ${Date.now()}`;
  const { id: companyId, name: companyName } = await createCompany(page, 'Tills');
  await openAs(page, admin, `/companies/${companyId}`);
  await page.getByRole('link', { name: 'View Accounts' }).click();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);
  await expect(page.getByRole('link', { name: companyName, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
    'href',
    '/companies',
  );
  const total = tile(page, 'Total Accounts').getByRole('paragraph');
  await expect(total).toHaveText('0');

  await page.getByRole('link', { name: 'Create Account' }).first().click();
  await expect(page.getByRole('heading', { name: 'Create New Account', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(companyName);
  await expect(page.getByRole('heading', { name: 'Guidelines' })).toBeVisible();
  const deposit = page.getByLabel('Initial Deposit');
  await expect(deposit).toHaveAttribute('step', '0.01');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Initial deposit is required for new accounts')).toBeVisible();
  await deposit.pressSequentially('--');
  await expect(page.getByText('Initial deposit must be a valid positive number')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  await deposit.fill('125000.5');
  await expect(deposit).toHaveValue('125,000.5');
  await page.getByLabel('Account Name').fill(name);
  await expect(page.getByText(`${name.length}/100`)).toBeVisible();
  await page.getByLabel('Account Type').selectOption('Business');
  const held = await hold(page, '**/api/Account');
  await page.getByRole('button', { name: 'Create Account' }).dblclick();
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  held.release();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);
  await expectToast(page, 'Account created successfully!');
  expect(held.count()).toBe(1);
  await page.unroute('**/api/Account');

  await expect(total).toHaveText('1');
  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('UGX 125,000.50');
  await expect(rows(page)).toContainText('Active');
  await rows(page).getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Sente`);
  await expect(page.getByText('Account Opened')).toBeVisible();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Account Type')).toBeDisabled();
  await page.getByLabel('Account Name').fill(`${name} again`);
  await page.getByRole('button', { name: 'Save Account' }).click();
  await expectToast(page, 'Account updated successfully!');
  await expect(page.getByRole('heading', { name: `${name} again`, level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('no money can move');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeFocused();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expectToast(page, 'Account deactivated successfully');
  await expect(page.getByText('This account is inactive')).toBeVisible();
  await page.getByRole('button', { name: 'Activate' }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expectToast(page, 'Account activated successfully');
  const asked = page.waitForResponse('**/balance');
  await page.getByRole('button', { name: 'Refresh Balance' }).click();
  expect((await asked).ok()).toBe(true);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText(`History of ${name} again`);
});
