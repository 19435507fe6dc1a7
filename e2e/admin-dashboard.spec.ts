import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';

const admin = 'admin@sente.test';
const table = (page: Page) => page.getByRole('table', { name: 'Recent Transactions' });
const rows = (page: Page) => rowsOf(table(page));

test('the charts are 300 pixels high, Investigate finds older failures, and Export writes the shown rows', async ({
  page,
}) => {
  await openAs(page, admin, '/admin');
  for (const title of ['Transaction Trends', 'Net System Flow']) {
    const chart = page.locator(`[data-chart="${title}"]`);
    await expect(chart).toHaveCSS('height', '300px');
    await expect(chart.locator('svg').first()).toHaveCSS('height', '300px');
    const ticks = chart.locator('[data-axis="values"] text');
    await expect(ticks.nth(2)).toBeVisible();
    await expect(ticks.filter({ hasNotText: /^\d+\.\dM$/ })).toHaveCount(0);
  }
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(50);

  await page.getByRole('button', { name: 'Investigate' }).click();
  await expect(page).toHaveURL('/admin?status=failed');
  const heading = page.getByRole('heading', { name: 'Recent Transactions' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(rows(page).filter({ hasNotText: 'Failed' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('Failed');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('credit');
  await expect(page).toHaveURL('/admin?status=failed&type=credit');
  await expect(rows(page).filter({ hasText: 'Debit' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('Credit');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe(
    '"Company","Transaction ID","Type","Amount","Fee","Net","Status","Date","Finished","Reversal"',
  );
  await expect(rows(page)).toHaveCount(lines.length - 1);
  for (const line of lines.slice(1))
    expect(line).toMatch(/"Credit","[\d.]+","0","","Failed","2\d{3}-/);

  // A row leads to its transaction; only the company's name leads to the company.
  await rows(page).first().getByText('Credit').click();
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Failed');
  await page.goBack();
  await expect(page).toHaveURL('/admin?status=failed&type=credit');
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);
});
