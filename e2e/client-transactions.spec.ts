import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/transactions';

const table = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Transaction', exact: true });
const choose = (page: Page, name: string, value: string) =>
  page.getByRole('combobox', { name }).selectOption(value);
const total = async (page: Page) => {
  const text = await page.getByText(/^Showing \d+ to \d+ of [\d,]+ transactions$/).innerText();
  return Number(/of ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
};

test('ranges, filters and pages narrow the list and stand in the address', async ({ page }) => {
  await openAs(page, owner, path);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('combobox', { name: 'Range' })).toHaveValue('30');
  expect(await violations(page)).toEqual([]);
  const counts = [await total(page)];
  for (const range of ['90', 'all']) {
    await choose(page, 'Range', range);
    await expect.poll(() => total(page)).toBeGreaterThan(counts.at(-1)!);
    counts.push(await total(page));
  }
  // Each longer range has the rows of the shorter one and more.
  await choose(page, 'Range', '7');
  await expect.poll(() => total(page)).toBeLessThan(counts[0]!);

  await choose(page, 'Range', 'all');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${path}?range=all&page=2`);
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await choose(page, 'Status', 'failed');
  await expect(rows(page).filter({ hasNotText: 'Failed' })).toHaveCount(0);
  await choose(page, 'Type', 'debit');
  await expect(page).toHaveURL(`${path}?range=all&status=failed&type=debit`);
  await expect(rows(page).filter({ hasText: 'Credit' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText(/Debit.*-[\d,]+.*Failed/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('debit');
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('all');
});

test('the search of the portal leads here, and finds description, reference and id', async ({
  page,
}) => {
  await openAs(page, owner, '/client/settings');
  const box = page.getByRole('search', { name: 'Whole portal' }).getByRole('searchbox');
  await box.fill('settlement of card');
  await box.press('Enter');
  await expect(page).toHaveURL(`${path}?search=settlement+of+card&range=all`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('KWIKCARD-7741');
  const address = await rows(page).locator('[data-row-link]').getAttribute('href');
  const id = new URL(address ?? '', page.url()).searchParams.get('transaction') ?? '';
  const search = page.getByRole('searchbox', { name: 'Search transactions...' }).last();
  for (const text of ['kwikcard-7741', id.toUpperCase()]) {
    await search.fill(text);
    await expect(page).toHaveURL(new RegExp(`search=${text}`));
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('KWIKCARD-7741');
  }
  await search.fill('no such transaction');
  await expect(page.getByText('No transactions match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(`${path}?range=all`);
  await expect(rows(page)).toHaveCount(10);
});

test('on a phone a row opens its details, which lead on to the request', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, owner, `${path}?range=all&search=AIRTEL-500770018`);
  const link = page.getByRole('list', { name: 'Transactions' }).getByRole('link');
  await link.click();
  await expect(page).toHaveURL(/&transaction=/);
  await expect(sheet(page)).toContainText('Declined by the other side');
  await expect(sheet(page).getByRole('button', { name: 'Copy reference' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(link).toBeFocused();
  await link.press('Enter');
  await page.reload();
  await expect(sheet(page).getByRole('link', { name: 'Operations' })).toHaveAttribute(
    'href',
    /^\/client\/accounts\//,
  );
  await sheet(page).getByRole('link', { name: 'View request' }).click();
  await expect(page).toHaveURL(/\/client\/apitransactions\?request=/);
  await expect(page.getByRole('dialog', { name: 'Payment trace' })).toContainText('What happened');
});

test('the export has every row of the filters, and not only those of the page', async ({
  page,
}) => {
  await openAs(page, owner, `${path}?range=all&status=completed&type=credit`);
  await expect(rows(page)).toHaveCount(10);
  const count = await total(page);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^transactions-2020-01-01-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trim().split('\r\n');
  expect(text).toMatch(/^\uFEFF"Date","Transaction ID","Description"/);
  expect(
    lines
      .slice(1)
      .every((line) => /"Credit","[\d.]+","[\d.]+","[^"]*","[^"]*","Completed"/.test(line)),
  ).toBe(true);
  // Another test may have added one in between.
  expect(lines.length - 1).toBeGreaterThanOrEqual(count);
  await expectToast(page, `Exported ${lines.length - 1} transactions`);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
});
