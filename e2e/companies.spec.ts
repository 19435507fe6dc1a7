import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { expectToFit } from './support/width.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search companies...' });

async function fillForm(page: Page, name: string) {
  await page.getByLabel('Company Name').fill(name);
  await page
    .getByLabel('Email Address')
    .fill(`${name.replaceAll(' ', '-').toLowerCase()}@example.test`);
  await page.getByLabel('Phone Number').fill('+256 772 999000');
  await page.getByLabel('Address', { exact: true }).fill('Test Road 1, Kampala');
}

test('staff create, find, read, edit and delete a company', async ({ page }) => {
  const name = `Walk Through ${Date.now()}`;
  await openAs(page, admin, '/companies');
  await page.getByRole('link', { name: 'Create Company' }).click();
  await expect(page).toHaveURL('/companies/create');
  const save = page.getByRole('button', { name: 'Create Company' });
  await expect(save).toBeDisabled();
  await fillForm(page, name);
  await page.getByLabel('Website').fill('not an address');
  await expect(page.getByText('Invalid website URL')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel('Website').fill('walk.example');
  const email = page.getByLabel('Email Address');
  const ownEmail = await email.inputValue();
  await email.fill('hello@demo-one.test');
  await save.click();
  await expectToast(page, 'Email is already in use');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Company Name')).toHaveValue(name);
  await email.fill(ownEmail);
  await save.dblclick();
  await expect(page).toHaveURL('/companies');
  await expectToast(page, `${name} has been created successfully!`);

  // A logo that is there is shown, and a broken one is replaced by the icon.
  await search(page).fill('Demo One');
  await expect(rows(page).first().locator('img')).toBeVisible();
  await search(page).fill('Rwenzori');
  await expect(rows(page).first().locator('svg.lucide-building-2')).toBeVisible();
  await expect(rows(page).first().locator('img')).toHaveCount(0);
  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(name);
  await expect(page.getByRole('link', { name: /Visit Site/ })).toHaveAttribute('target', '_blank');
  await rows(page).getByRole('cell').nth(1).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Sente`);

  await page.getByRole('link', { name: 'Edit Company' }).click();
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible();
  await page.getByLabel('Phone Number').fill('0772 111222');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await expectToast(page, `${name} has been updated successfully!`);
  await expect(page.getByText('+256 772 111222')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Company' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('This action cannot be undone.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await dialog.getByRole('button', { name: 'Delete Company' }).click();
  await expect(page).toHaveURL('/companies');
  await expectToast(page, `${name} has been deleted successfully`);
  await search(page).fill(name);
  await expect(page.getByText('No companies found matching your search.')).toBeVisible();
});

test('the actions stay visible with long names in a narrow window', async ({ page }) => {
  const name = `Unbroken${'x'.repeat(150)}${Date.now()}`;
  await page.setViewportSize({ width: 1024, height: 800 });
  await openAs(page, admin, '/companies/create');
  await fillForm(page, name);
  await page.getByLabel('Email Address').fill(`${'y'.repeat(150)}${Date.now()}@example.test`);
  await page.getByRole('button', { name: 'Create Company' }).click();
  await search(page).fill(name);
  const remove = page.getByRole('button', { name: `Delete ${name}` });
  await expect(remove).toBeInViewport();
  await expectToFit(page);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Company' }).click();
  await expectToast(page, `${name} has been deleted successfully`);
  await expect(page.locator('#main')).toBeFocused();
});
