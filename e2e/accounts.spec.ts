import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { apiSignIn, openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts...' });
const tile = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function demoOne(page: Page): Promise<string> {
  return (await apiSignIn(page.request, 'owner@demo-one.test')).companyId;
}

async function fitsTheWindow(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
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
});

test('all accounts: searched by the server, with totals', async ({ page }) => {
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
});

test('all accounts: by company, status and type', async ({ page }) => {
  await openAs(page, admin, '/accounts');
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
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^statement-\d{12}-2020-01-01-2030-01-01\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFF"Date","Transaction ID","Reference"/);
  expect(text).toContain('"Closing balance"');
  await expect(dialog).toBeHidden();
});

test('a statement that takes long shows it and can be given up', async ({ page }) => {
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}/accounts?search=Operations`);
  await page.getByRole('link', { name: 'View Operations' }).click();
  const held = await hold(page, '**/statement?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByRole('button', { name: 'Downloading...' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  held.release();
  await expect(page.getByRole('button', { name: 'Statement' })).toBeFocused();
});

test('two people at one account: the later one is told, and nothing is overwritten', async ({
  page,
  context,
}) => {
  await openAs(page, admin, '/accounts?search=Stall+Sales');
  await page.getByRole('link', { name: 'Edit Stall Sales' }).click();
  await page.getByLabel('Account Name').fill('Stall Sales Mine');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Account Name').fill('Stall Sales Theirs');
  await other.getByRole('button', { name: 'Save Account' }).click();
  await expect(other.getByRole('heading', { name: 'Stall Sales Theirs' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Account' }).click();
  await expectToast(
    page,
    'Someone else changed this account in the meantime. Reload it and try again.',
  );
  await expect(page.getByLabel('Account Name')).toHaveValue('Stall Sales Mine');
});

test('an account of another company is not found under this one', async ({ page }) => {
  const companyId = await demoOne(page);
  const ofDemoTwo = '0190d0d0-0088-7000-8000-00000000d088';
  for (const path of [ofDemoTwo, `${ofDemoTwo}/edit`, 'no-such-id']) {
    await openAs(page, admin, `/companies/${companyId}/accounts/${path}`);
    await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Accounts' }).last().click();
  await expect(page).toHaveURL(`/companies/${companyId}/accounts`);
});

test('a company that is not there, or not to be read', async ({ page }) => {
  const missing = '/companies/00000000-0000-7000-8000-00000000dead/accounts';
  for (const path of [missing, `${missing}/create`]) {
    await openAs(page, admin, path);
    await expect(page.getByText('Company not found', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Companies' }).last()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Company Not Found' })).toHaveCount(
      path === missing ? 1 : 0,
    );
    await expect(page.getByRole('form')).toHaveCount(0);
  }
  await page.route('**/api/Company/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${missing}/create`);
  await expect(page).toHaveURL('/companies');
  await expectToast(page, 'Failed to load company details');
});

test('a changed form is not left by accident, also after a failed try', async ({ page }) => {
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}/accounts/create`);
  await page.getByLabel('Account Name').fill('Half typed');
  await page.getByLabel('Account Type').selectOption('Savings');
  await page.getByLabel('Initial Deposit').fill('0');
  await page.route('**/api/Account', (route) => route.abort());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(page, 'An error occurred while creating the account');
  await expect(page.getByText('The account may have been opened')).toBeVisible();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByLabel('Account Name')).toHaveValue('Half typed');
});

test('on a phone the lists become cards and large amounts fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const companyId = await demoOne(page);
  await openAs(page, admin, `/companies/${companyId}/accounts`);
  await expect(page.getByText('Mast Fund')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await fitsTheWindow(page);
  await page.getByRole('link', { name: 'View Mast Fund' }).click();
  await expect(page.getByText('UGX 1,250,000,000')).toBeVisible();
  await fitsTheWindow(page);
  await page.goto('/accounts');
  await expect(tile(page, 'Total Balance')).toContainText('UGX');
  await fitsTheWindow(page);
});
