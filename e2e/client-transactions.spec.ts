import type { Page } from '@playwright/test';
import { readSheet } from '../api/test/read-zip.ts';
import { exportAs } from './support/exports.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

const owner = 'owner@demo-one.test';
const path = '/client/transactions';

const table = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const choose = (page: Page, name: string, value: string) =>
  page.getByRole('combobox', { name }).selectOption(value);

test('the portal search leads to the list, filters narrow it, and the export has every row', async ({
  page,
}) => {
  await openAs(page, owner, '/client/settings');
  const box = page.getByRole('search', { name: 'Whole portal' }).getByRole('combobox');
  await box.fill('settlement of card');
  await box.press('Enter');
  await expect(page).toHaveURL(`${path}?search=settlement+of+card&range=all`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('KWIKCARD-7741');
  const address = await rows(page).locator('[data-row-link]').getAttribute('href');
  const id = address?.split('/').at(-1) ?? '';
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
  await expect(rows(page).filter({ hasText: /Completed.*Credit/ })).toHaveCount(10);
  const shown = page.getByText(/^Showing 1 to 10 of [\d,]+ transactions$/);
  const count = Number(/of ([\d,]+)/.exec(await shown.innerText())?.[1]?.replaceAll(',', ''));
  const { fileName, content } = await exportAs(page, 'CSV');
  expect(fileName).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const text = content.toString('utf8');
  const lines = text.trim().split('\r\n');
  expect(text).toMatch(/^\uFEFF"Created","Finished","Phone Number","Network","Type"/);
  expect(
    lines
      .slice(1)
      .every((line) => /"Credit","[\d.]+","[\d.-]+","0","[\d.]+","Completed"/.test(line)),
  ).toBe(true);
  // Another test may have added one in between.
  expect(lines.length - 1).toBeGreaterThanOrEqual(count);
  await expectToast(page, `Exported ${lines.length - 1} rows`);
});

test('a view brings filters and columns back on another computer, and Excel gets what it shows', async ({
  page,
  browser,
}) => {
  const name = `Everything that went out to AIRTEL ${Date.now()}`;
  await openAs(page, owner, path);
  await choose(page, 'Range', 'all');
  await choose(page, 'Type', 'debit');
  await page.getByRole('button', { name: 'More filters' }).click();
  await choose(page, 'Network', 'AIRTEL');
  await page.getByLabel('Amount from').fill('1,000');
  await page.getByLabel('Amount from').press('Enter');
  await expect(page).toHaveURL(/min=1%2C000/);
  await page.getByLabel('Amount to').fill('5');
  await page.getByLabel('Amount to').press('Enter');
  await expect(page.getByText('Must not be less than the amount from')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Amount to').fill('');
  await page.getByLabel('Amount to').press('Enter');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Account', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, `View "${name}" saved`);
  // On a phone one menu has the views, and is narrower than the name.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name })).toBeVisible();
  expect((await page.getByRole('menu').boundingBox())?.width).toBeLessThan(390 - 2 * 8 + 1);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(rows(page).first()).toContainText('Airtel');

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await openAs(elsewhere, owner, path);
  await expect(elsewhere.getByRole('columnheader', { name: 'Account' })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Views' }).click();
  await elsewhere.getByRole('menuitem', { name }).click();
  await expect(elsewhere).toHaveURL(/type=debit&network=AIRTEL&min=1%2C000/);
  await expect(elsewhere.getByRole('columnheader', { name: 'Account' })).toBeHidden();
  const { fileName, content } = await exportAs(elsewhere, 'Excel');
  expect(fileName).toMatch(/^transactions-.*\.xlsx$/);
  const [heading, ...written] = readSheet(content);
  expect(heading?.slice(2, 5)).toEqual(['Phone Number', 'Network', 'Type']);
  expect(written.length).toBeGreaterThan(0);
  for (const row of written) {
    expect(row.slice(3, 5)).toEqual(['AIRTEL', 'Debit']);
    expect(row[5]).toBeGreaterThanOrEqual(1_000);
  }
  await other.close();

  // The file stays for the person until it is deleted.
  await page.getByRole('button', { name: /^Export/ }).click();
  const files = page.getByRole('list', { name: 'Your exports' });
  await expect(files.getByText(fileName)).not.toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Rename or delete views' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'View deleted');
});
