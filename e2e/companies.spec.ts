import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { expectToFit } from './support/width.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page);
const firstName = (page: Page) => rows(page).first().getByRole('link').first();
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

  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
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

test('sort, page and search are in the address, and a company has its logo', async ({ page }) => {
  await openAs(page, admin, '/companies');
  await expect(page.getByText(/^Showing 1 to 10 of \d+ results$/)).toBeVisible();
  await expect(page.getByText('Total balance: UGX')).toBeVisible();
  await expect(firstName(page)).toHaveText('Arua Bus Park WiFi');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible();

  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL('/companies?sort=-name');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('button', { name: 'Created Date' }).click();
  await expect(page.getByRole('columnheader', { name: 'Created Date' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(firstName(page)).toHaveText('Head Office');
  await expect(rows(page).nth(1)).toContainText('Jan 05');

  await page.goto('/companies?page=3');
  await search(page).fill('hippo');
  await expect(page).toHaveURL('/companies?search=hippo');
  await expect(firstName(page)).toHaveText('Kasese Cement Stores');
  await search(page).fill('0772 654');
  await expect(firstName(page)).toHaveText('demo two');

  // The working logo is shown, and a broken one is replaced by the icon.
  await search(page).fill('Demo One');
  await expect(firstName(page)).toHaveText('Demo One');
  await expect(rows(page).first().locator('img')).toBeVisible();
  await search(page).fill('Rwenzori');
  await expect(rows(page).first().locator('svg.lucide-building-2')).toBeVisible();
  await expect(rows(page).first().locator('img')).toHaveCount(0);

  // On a phone, the list becomes cards, which are sorted by a select.
  await page.setViewportSize({ width: 390, height: 844 });
  await search(page).fill('');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption({ label: 'Name, descending' });
  await expect(page.getByRole('listitem').filter({ hasText: 'Zebra Spare Company' })).toBeVisible();
  await expectToFit(page);
});

test('the second of two editors of a company is warned, and nothing is overwritten', async ({
  page,
  context,
}) => {
  await openAs(page, admin, '/companies?search=Wakiso');
  await page.getByRole('link', { name: 'Edit Wakiso Boda Riders Union' }).click();
  await expect(page.getByLabel('Phone Number')).toHaveValue('+256 754 787878');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Phone Number').fill('+256 754 111111');
  await other.getByRole('button', { name: 'Save Company' }).click();
  await expect(other.getByText('+256 754 111111')).toBeVisible();

  await page.getByLabel('Address', { exact: true }).fill('Hoima Road 2, Wakiso');
  await page.getByRole('button', { name: 'Save Company' }).click();
  await expectToast(
    page,
    'Someone else changed this company in the meantime. Reload it and try again.',
  );
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Hoima Road 2, Wakiso');
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
