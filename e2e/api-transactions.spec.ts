import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/apitransactions';

const table = (page: Page) => page.getByRole('table', { name: 'API Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Payment trace' });

test('the list has ten to a page, five page buttons at most, and its state in the address', async ({
  page,
}) => {
  await openAs(page, owner, path);
  await expect(page.getByRole('heading', { name: 'API Transactions' })).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText(/Showing 1 to 10 of \d+ requests/)).toBeVisible();
  expect(await page.getByRole('button', { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(5);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${path}?page=2`);
  await expect(page.getByText(/Showing 11 to 20 of/)).toBeVisible();

  await page.getByLabel('Status').selectOption('FAILED');
  await expect(page).toHaveURL(`${path}?status=FAILED`);
  await expect(rows(page).first()).toContainText('FAILED');
  await expect(rows(page).filter({ hasNotText: 'FAILED' })).toHaveCount(0);
  await page.getByLabel('Network', { exact: true }).selectOption('AIRTEL');
  await expect(rows(page).filter({ hasNotText: 'AIRTEL' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Status')).toHaveValue('FAILED');
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue('AIRTEL');
  await page.goBack();
  await expect(page).toHaveURL(`${path}?status=FAILED`);
});

test('a search finds transaction id, record id, phone number and network', async ({ page }) => {
  await openAs(page, owner, path);
  const first = rows(page).first();
  const id = (await first.locator('[data-row-link]').getAttribute('title')) ?? '';
  const phone = await first.locator('td').nth(2).innerText();
  const reference = (await first.locator('td').nth(1).locator('[title]').innerText()).trim();
  const record =
    new URL(
      (await first.locator('[data-row-link]').getAttribute('href')) ?? '',
      page.url(),
    ).searchParams.get('request') ?? '';
  const search = page.getByRole('searchbox', { name: 'Search API transactions...' });
  for (const text of [id.toLowerCase(), id.slice(-9), record.toUpperCase(), phone, reference]) {
    await search.fill(text);
    await expect(rows(page).first()).toContainText(phone);
    await expect(rows(page).filter({ hasNotText: phone })).toHaveCount(0);
  }
  await search.fill('airtel');
  await expect(rows(page).filter({ hasNotText: 'AIRTEL' })).toHaveCount(0);
  await search.fill('no such request');
  await expect(page.getByText('No API transactions match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('the export has every request of the filters, and not only those of the page', async ({
  page,
}) => {
  await openAs(page, owner, `${path}?status=SUCCESS`);
  await expect(rows(page)).toHaveCount(10);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^api-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.every((line) => /"SUCCESS","(Yes|No)"$/.test(line))).toBe(true);
});

test('a row opens its trace, which stays after a reload and goes with Back', async ({ page }) => {
  await openAs(page, owner, `${path}?status=SUCCESS`);
  await rows(page).first().locator('td').nth(1).click();
  await expect(drawer(page)).toContainText('Paid');
  await expect(drawer(page)).toContainText('What happened');
  await expect(page).toHaveURL(/\?status=SUCCESS&request=/);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(drawer(page)).toContainText('What happened');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${path}?status=SUCCESS`);
  await rows(page).nth(1).getByRole('link').press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
});

test('an exchange opens with the keyboard and wraps on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, owner, `${path}?status=SUCCESS`);
  await page.getByRole('list', { name: 'API Transactions' }).getByRole('link').first().click();
  const summary = drawer(page).getByText('Request and answer').first();
  await summary.press('Enter');
  await expect(drawer(page).locator('pre').first()).toBeVisible();
  const overflow = await drawer(page)
    .locator('pre')
    .first()
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('staff find the same list on the page of the company, and the trace from a transaction', async ({
  page,
}) => {
  await openAs(page, 'superadmin@sente.test', '/companies?search=demo%20one');
  await page.getByRole('link', { name: 'Demo One', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'API transactions' })).toBeVisible();
  await page.getByLabel('Status').selectOption('SUCCESS');
  await expect(rows(page).first()).toContainText('SUCCESS');
  await rows(page).first().getByRole('link').click();
  await expect(drawer(page)).toContainText('Ledger');
  expect(await violations(page)).toEqual([]);

  await page.goto('/admin?approvals=payouts');
  await page
    .getByRole('list', { name: 'Waiting payouts' })
    .getByRole('listitem')
    .first()
    .locator('[data-open-transaction]')
    .click();
  await page
    .getByRole('dialog', { name: 'Transaction', exact: true })
    .getByRole('button', { name: 'Payment trace' })
    .click();
  await expect(drawer(page)).toContainText('Waits for a second person to approve it.');
});

test('held money is shown on the account, with the payouts that hold it', async ({ page }) => {
  await openAs(page, 'superadmin@sente.test', '/admin?approvals=payouts');
  const item = page.getByRole('list', { name: 'Waiting payouts' }).getByRole('listitem').first();
  await item.locator('dd a').click();
  await expect(page.getByText('Held for payouts')).toBeVisible();
  await expect(page.getByText('Available')).toBeVisible();
  const holds = page.getByRole('list', { name: 'Payouts that hold money' });
  await expect(holds.getByText('Waits for approval').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await holds.getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toContainText(
    'Held on the account',
  );
});
