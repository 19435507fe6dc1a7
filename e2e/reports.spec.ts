import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const rows = (page: Page) => rowsOf(page.getByRole('table', { name: /^Report by/ }));
const choose = (page: Page, name: string, option: string) =>
  page.getByRole('combobox', { name }).selectOption(option);

test('a report is grouped, leads to the transactions behind it and is exported', async ({
  page,
}) => {
  await openAs(page, admin, '/companies');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL('/reports');
  await expect(rows(page)).toHaveCount(31);
  await expect(page.locator('[data-chart]').locator('[data-series]')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);

  await choose(page, 'Rows', 'company');
  await choose(page, 'Range', '90');
  await expect(page).toHaveURL('/reports?by=company&range=90');
  await expect(rows(page).filter({ hasText: 'Demo One' })).toHaveCount(1);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^report-by-company-/);
  const text = await readFile(await download.path(), 'utf8');
  await expect(rows(page)).toHaveCount(text.trim().split('\r\n').length - 1);
  expect(text).toContain('"Company","Credit transactions","Credits"');

  // The sums of the list behind the row are those of the row.
  const row = rows(page).filter({ hasText: 'Demo One' });
  const credits = await row.getByRole('cell').nth(2).innerText();
  await row.getByRole('link', { name: 'Demo One', exact: true }).click();
  await expect(page).toHaveURL(/\/transactions\?range=custom&from=.*&companyId=/);
  await expect(page.getByRole('region', { name: 'Sums' })).toContainText(credits);
  await page.goBack();
  await expect(page).toHaveURL('/reports?by=company&range=90');
});

test('a report marks days that make no sense, and shows every other grouping', async ({ page }) => {
  await openAs(page, admin, '/reports?range=custom&from=2020-01-01&to=2026-01-02');
  await expect(page.getByLabel('First day')).toHaveAccessibleDescription(
    'A report covers at most 366 days',
  );
  await choose(page, 'Range', '365');
  for (const by of ['week', 'month', 'network', 'product', 'kind']) {
    await choose(page, 'Rows', by);
    await expect(page.getByRole('table', { name: `Report by ${by}` })).toBeVisible();
    await expect(rows(page).first()).toContainText(/\d/);
  }
  expect(await violations(page)).toEqual([]);
});

test('the dashboard begins with what needs a person, and today', async ({ page }) => {
  await openAs(page, admin, '/admin');
  const tasks = page.getByRole('list', { name: 'What needs a person' });
  await tasks.getByRole('link', { name: /for your approval/ }).click();
  await expect(page).toHaveURL('/approvals');
  await page.goBack();
  await page.getByRole('link', { name: 'Money in today' }).click();
  await expect(page).toHaveURL('/transactions?range=today&type=credit&status=completed');
});
