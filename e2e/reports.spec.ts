import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

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
