import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/analytics';
const charts = [
  'Credits and Debits',
  'Transactions by Status',
  'API Transactions by Network',
  'Balance',
];
const chart = (page: Page, title: string) => page.locator(`[data-chart="${title}"]`);
const figures = (page: Page, title: string) =>
  page.getByRole('table', { name: `${title}, in figures` }).locator('tbody tr');

test('every chart is drawn, has a table of its figures, and follows the range', async ({
  page,
}) => {
  await openAs(page, owner, path);
  for (const title of charts) {
    await expect(chart(page, title).locator('svg path').first()).toBeVisible();
    await expect(figures(page, title)).not.toHaveCount(0);
  }
  // The account that dwarfs all others.
  const largest = figures(page, 'Balance by Account').first();
  await expect(largest).toContainText(/UGX [\d,.]+/);
  await chart(page, 'Transactions by Status').hover({ position: { x: 200, y: 150 } });
  await expect(chart(page, 'Transactions by Status')).toContainText(/Transactions\d+.*AmountUGX/);
  expect(await violations(page)).toEqual([]);

  const days = figures(page, 'Credits and Debits');
  await page.getByRole('combobox', { name: 'Range' }).selectOption('7');
  await expect(page).toHaveURL(`${path}?range=7`);
  // Today and the seven days before.
  await expect(days).toHaveCount(8);
  await page.getByRole('combobox', { name: 'Range' }).selectOption('all');
  // Years are grouped by month.
  await expect(days.first()).toContainText(/^[A-Z][a-z]{2} 20\d\d/);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Range' })).toHaveValue('7');
});
