import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { rowsOf } from './support/rows.ts';
import { sessionOf, openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts...' });
const tile = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function demoOne(page: Page): Promise<string> {
  return (await sessionOf(page.request, 'owner@demo-one.test')).companyId;
}

test('open an account, find it and read it', async ({ page }) => {
  const name = `Walk Through ${Date.now()}`;
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}`);
  await page.getByRole('link', { name: 'View Accounts' }).click();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);
  await expect(page.getByText('Demo One')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
    'href',
    '/companies',
  );
  const total = tile(page, 'Total Accounts').getByRole('paragraph');
  await expect(total).toHaveText(/^\d+$/);
  const before = Number(await total.textContent());

  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Create New Account', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Demo One');
  await expect(page.getByRole('heading', { name: 'Guidelines' })).toBeVisible();
  const deposit = page.getByLabel('Initial Deposit');
  await expect(deposit).toHaveAttribute('step', '0.01');
  // What is no number leaves a number input empty; it is not the same as nothing typed.
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Initial deposit is required for new accounts')).toBeVisible();
  await deposit.pressSequentially('--');
  await expect(page.getByText('Initial deposit must be a valid positive number')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await deposit.fill('1250000.5');
  await expect(page.getByText('UGX 1,250,000.50')).toBeVisible();
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

  await expect(tile(page, 'Total Accounts')).toContainText(String(before + 1));
  await search(page).fill(name.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('UGX 1,250,000.50');
  await expect(rows(page)).toContainText('Active');
  await rows(page).getByRole('cell').nth(2).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Sente`);
  await expect(page.getByText('Account Opened')).toBeVisible();
});

test('edit an account, switch it off and on again', async ({ page }) => {
  await openAs(page, admin, '/accounts?search=Kits+and+Vouchers');
  await page.getByRole('link', { name: 'View Kits and Vouchers' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Account Type')).toBeDisabled();
  await expect(page.getByText('Account type cannot be changed after creation')).toBeVisible();
  await page.getByLabel('Account Name').fill('Kits, Vouchers and Repairs');
  await page.getByRole('button', { name: 'Save Account' }).click();
  await expectToast(page, 'Account updated successfully!');
  await expect(
    page.getByRole('heading', { name: 'Kits, Vouchers and Repairs', level: 1 }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('No money can move');
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
  await expect(page.getByRole('dialog')).toContainText('History of Kits, Vouchers and Repairs');
});

test("a company's list: types from its data, filters in the address", async ({ page }) => {
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}/accounts`);
  const type = page.getByLabel('Account Type');
  await expect(type.getByRole('option')).toHaveText([
    'All Types',
    'Business',
    'Checking',
    'Credit',
    'Investment',
    'Savings',
  ]);
  await type.selectOption('Investment');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(`/companies/${companyId}/accounts?type=Investment&status=inactive`);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Treasury Bonds 2024');
  await search(page).fill('zzz');
  await expect(page.getByText('No accounts found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);
  await page.getByRole('button', { name: 'Balance' }).click();
  await page.getByRole('button', { name: 'Balance' }).click();
  await expect(rows(page).first()).toContainText('1,250,000,000');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);

  // On a phone the list becomes cards, and the largest amount fits.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('Mast Fund')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'View Mast Fund' }).click();
  await expect(page.getByText('UGX 1,250,000,000')).toBeVisible();
  await expectToFit(page);
});

test('all accounts: searched by the server, with totals, and by company, status and type', async ({
  page,
}) => {
  await openAs(page, admin, '/accounts');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Account',
    'Company',
    'Type',
    'Balance',
    'Status',
    'Actions',
  ]);
  await search(page).fill('mbale teachers');
  await expect(rows(page)).toHaveCount(3);
  await expect(tile(page, 'Companies')).toContainText('1');
  await expect(rows(page).filter({ hasText: 'Brought Over' })).toContainText('Unknown');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/accounts');

  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('combobox', { name: 'Company' }).fill('demo two');
  await page.getByRole('option', { name: 'demo two' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\/accounts\?companyId=/);
  await page.getByLabel('Account Type').selectOption('Savings');
  await expect(page.getByText('No accounts found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByLabel('Status').selectOption('Suspended');
  await expect(page.getByText('No accounts found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByLabel('Account Type').selectOption('Checking');
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'View Old Agent Float' }).click();
  await expect(page.getByRole('heading', { name: 'Old Agent Float', level: 1 })).toBeVisible();
});

test('a statement is saved as a spreadsheet', async ({ page }) => {
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}/accounts?search=Operations`);
  await page.getByRole('link', { name: 'View Operations' }).click();
  await page.getByRole('button', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await dialog.getByLabel('From').fill('2026-01-02');
  await dialog.getByLabel('To').fill('2026-01-01');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog).toContainText('Start date must not be after end date');
  await expect(dialog.getByLabel('From')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByLabel('To').fill('2030-01-01');
  // One that takes long shows it, and can be given up.
  const held = await hold(page, '**/statement?*');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByRole('button', { name: 'Downloading...' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  held.release();
  await expect(page.getByRole('button', { name: 'Statement' })).toBeFocused();

  await page.getByRole('button', { name: 'Statement' }).click();
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByLabel('To').fill('2030-01-01');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^statement-\d{12}-2020-01-01-2030-01-01\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFF"Date","Transaction ID","Reference"/);
  expect(text).toContain('"Closing balance"');
  await expect(dialog).toBeHidden();
});
