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
test('the portal search leads to the list, filters narrow it, and the export has every row', async ({
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
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(`${path}?range=all`);
  await expect(rows(page)).toHaveCount(10);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${path}?range=all&page=2`);
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await choose(page, 'Status', 'completed');
  await expect(page).toHaveURL(`${path}?range=all&status=completed`);
  await choose(page, 'Type', 'credit');
  await expect(page).toHaveURL(`${path}?range=all&status=completed&type=credit`);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('all');
  await page.goForward();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('credit');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).filter({ hasText: /Credit.*Completed/ })).toHaveCount(10);
  const shown = page.getByText(/^Showing 1 to 10 of [\d,]+ transactions$/);
  const count = Number(/of ([\d,]+)/.exec(await shown.innerText())?.[1]?.replaceAll(',', ''));
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

test('on a phone, a row opens its details, which link to the request', async ({ page }) => {
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
