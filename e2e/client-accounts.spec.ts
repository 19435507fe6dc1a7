import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

const owner = 'owner@demo-one.test';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts...' });
const cards = (page: Page) => page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('link', { name, exact: true }) });

test('on a phone, a user opens an account, reads it and finds it in the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Phone Till ${Date.now()}`;
  await openAs(page, owner, '/client/accounts');
  await expect(page.getByText("Manage your company's financial accounts")).toBeVisible();
  await page.getByRole('button', { name: 'New Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Account' });
  await expect(page).toHaveURL('/client/accounts?action=new-account');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New Account' }).click();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByText('Account name is required')).toBeVisible();
  await expect(dialog.getByLabel('Account Name')).toBeFocused();

  await dialog.getByLabel('Account Name').fill(name);
  await dialog.getByLabel('Account Type').selectOption('Checking');
  const held = await hold(page, '**/api/Account');
  await dialog.getByRole('button', { name: 'Create Account' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  held.release();
  await expectToast(page, 'Account created successfully!');
  expect(held.count()).toBe(1);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Read-Only View')).toBeVisible();
  await expect(page.locator('main header').getByText('UGX 0')).toBeVisible();
  await expectToFit(page);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await search(page).fill(name.toUpperCase());
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, name)).toContainText('Checking');
  await expect(card(page, name)).toContainText('N/A');
  await expectToFit(page);
  await card(page, name).getByText('Opened').click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('an account is read and refreshed, and its statement is saved', async ({ page }) => {
  await openAs(page, owner, '/client/accounts?search=Hotspot+Sales');
  await page.getByRole('link', { name: 'Hotspot Sales', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
  await expect(page.getByText('Demo One')).toBeVisible();
  await expect(
    page.getByText(
      'Account details are read-only. Changes must go through your account administrator.',
    ),
  ).toBeVisible();
  const again = page.waitForResponse(/\/api\/Account\/[0-9a-f-]+$/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await again).ok()).toBe(true);

  // The printed page has no buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Hotspot Sales' })).toBeVisible();
  for (const name of ['Statement', 'Refresh', 'Copy account number']) {
    await expect.soft(page.getByRole('button', { name })).toBeHidden();
  }
  await expect.soft(page.getByText('Skip to content')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download Statement' });
  await dialog.getByRole('button', { name: 'Last 90 days' }).click();
  await dialog.getByLabel('File').selectOption('CSV, for spreadsheets');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statement-273936026841-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Closing balance');
  await expectToast(page, 'Statement downloaded');
});

test('the movements of an account are filtered, and each leads to its page and back', async ({
  page,
}) => {
  await openAs(page, owner, '/client/accounts?search=Hotspot+Sales');
  await page.getByRole('link', { name: 'Hotspot Sales', exact: true }).click();
  const table = page.getByRole('table', { name: 'Movements' });
  const [newest, balance] = [rowsOf(table).first(), page.locator('main header').getByText('UGX')];
  const current = (await balance.textContent()) ?? '';
  await expect(newest).toContainText(current.replace(/^UGX\s*/, ''));

  await page.getByLabel('Range').selectOption('All days');
  await page.getByLabel('Direction').selectOption('Debit');
  await expect(page).toHaveURL(/\?range=all&type=debit$/);
  const sums = page.getByRole('region', { name: 'Sums' });
  await expect(sums).toContainText(/InUGX 0Out/);
  const count = Number((await sums.getByRole('definition').first().textContent()) ?? 0);
  await expect(rowsOf(table)).toHaveCount(Math.min(count, 25));
  await expect(rowsOf(table).filter({ hasText: /UGX\s*\+/ })).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(table)).toHaveCount(Math.min(count, 25));

  await newest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/client\/transactions\//);
  await page.goBack();
  await expect(page.getByLabel('Direction')).toHaveValue('debit');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Movements' })).toBeVisible();
  await expectToFit(page);
  // The header covers a part of what is scrolled beneath it.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
});

test('money is transferred to a new account and back', async ({ page }) => {
  const name = `Tax Reserve ${Date.now()}`;
  await openAs(page, 'owner@demo-two.test', '/client/accounts');
  await page.getByRole('button', { name: 'New Account' }).click();
  const opening = page.getByRole('dialog', { name: 'New Account' });
  await opening.getByLabel('Account Name').fill(name);
  await opening.getByLabel('Account Type').selectOption('Savings');
  await opening.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.goto('/client/accounts');
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer' });
  const rich = dialog.getByLabel('From Account').getByRole('option', { name: /UGX \d+,\d{3},/ });
  const source = (await rich.first().textContent()) ?? '';
  await dialog.getByLabel('From Account').selectOption(source);
  const target = dialog.getByLabel('To Account').getByRole('option', { name });
  await dialog.getByLabel('To Account').selectOption((await target.textContent()) ?? '');
  await dialog.getByLabel('Amount').fill('2500');
  await dialog.getByLabel('Note').fill('Tax of this week');
  await expect(dialog.getByRole('status', { name: 'Balances afterwards' })).toContainText(
    `${name}Now UGX 0UGX 2,500`,
  );
  expect(await violations(page)).toEqual([]);
  const held = await hold(page, '**/api/Transaction/transfers');
  await dialog.getByRole('button', { name: 'Review' }).dblclick();
  await expect(dialog.getByRole('region', { name: 'Review' })).toContainText('Tax of this week');
  expect(held.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Transfer' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Transferring...' })).toBeDisabled();
  held.release();
  await expectToast(page, `UGX 2,500 transferred to ${name}`);
  expect(held.count()).toBe(1);
  await expect(card(page, name)).toContainText('UGX 2,500');

  await card(page, name).getByText('Opened').click();
  await expect(page.getByText(/Tax of this week/)).toBeVisible();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const [sourceName = ''] = source.split(' · ');
  const origin = dialog.getByLabel('To Account').getByRole('option', { name: sourceName });
  await dialog.getByLabel('To Account').selectOption((await origin.textContent()) ?? '');
  await dialog.getByLabel('Amount').fill('2501');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Only UGX 2,500 can be spent on this account')).toBeVisible();
  await dialog.getByLabel('Amount').fill('2500');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expectToast(page, `UGX 2,500 transferred to ${sourceName}`);
  await expect(page.locator('main header').getByText('UGX 0')).toBeVisible();
});

test('a signed statement is saved, and anybody can check it', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, owner, '/client/accounts?search=Hotspot+Sales');
  await page.getByRole('link', { name: 'Hotspot Sales', exact: true }).click();
  const files: string[] = [];
  for (const kind of ['CSV, signed by Sente', 'PDF, signed by Sente']) {
    await page.getByRole('button', { name: 'Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download Statement' });
    await dialog.getByLabel('File').selectOption(kind);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^signed-statement-273936026841-.*\.(csv|pdf)$/);
    files.push(await file.path());
    await expect(dialog).toBeHidden();
  }

  const [csv = '', pdf = ''] = await Promise.all(files.map((path) => readFile(path)));
  const changed = Buffer.from(csv.toString('utf8').replace('Hotspot Sales', 'Hotspot Salts'));
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const stranger = await context.newPage();
  await stranger.goto('/verify');
  const sent: string[] = [];
  stranger.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const choose = stranger.getByLabel('Choose statements');
  for (const [name, buffer, verdict] of [
    ['right.csv', csv, 'Proved: right.csv'],
    ['right.pdf', pdf, 'Proved: right.pdf'],
    ['changed.csv', changed, 'Not proved: changed.csv'],
  ] as const) {
    const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'text/csv';
    await choose.setInputFiles({ name, mimeType, buffer: Buffer.from(buffer) });
    await expect(stranger.getByText(verdict)).toBeVisible();
  }
  await stranger.getByText('Show the movements').click();
  expect(sent, 'nothing is uploaded').toEqual([]);
  await expectToFit(stranger);
  await context.close();
});
