import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const statistics = '**/api/AdminDashboard/statistics';
const table = (page: Page) => page.getByRole('table', { name: 'Recent Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const card = (page: Page, label: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) });

test('opens with a spinner, then with the figures of the whole platform', async ({ page }) => {
  const held = await hold(page, statistics);
  await openAs(page, admin, '/admin');
  await expect(page.getByText('Loading dashboard')).toBeAttached();
  held.release();
  await expect(card(page, 'Total Companies')).toContainText(/\d+/);
  for (const label of ['Total Balance', 'Total Credits', 'Total Debits']) {
    await expect(card(page, label)).toContainText(/UGX [\d,.]+/);
    const change = card(page, label).locator('[data-trend]');
    const isUp = /\+\d/.test(await change.innerText());
    await expect(change).toHaveAttribute('data-trend', isUp ? 'up' : 'down');
  }
  await expect(page.getByText('Last login: 2 minutes ago')).toBeVisible();
  const top = page.getByRole('list', { name: 'Top 5 companies by credits' });
  await expect(top.getByRole('listitem')).toHaveCount(5);
  await expect(top.getByRole('listitem').first()).toContainText(/\d+ transactions/);
  await expect(page.getByRole('list', { name: 'Top 5 companies by debits' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · Sente');
});

test('the charts: 300 pixels, millions at the axis, exact amounts, the period in the address', async ({
  page,
}) => {
  await openAs(page, admin, '/admin');
  const trends = page.locator('[data-chart="Transaction Trends"]');
  const flow = page.locator('[data-chart="Net System Flow"]');
  await expect(trends.locator('[data-series]')).toHaveCount(2);
  await expect(flow.locator('[data-series]')).toHaveCount(2);
  for (const chart of [trends, flow]) {
    expect((await chart.boundingBox())?.height).toBe(300);
    expect((await chart.locator('svg').first().boundingBox())?.height).toBe(300);
    const ticks = await chart.locator('[data-axis="values"] text').allTextContents();
    expect(ticks.length).toBeGreaterThan(2);
    for (const tick of ticks) expect(tick).toMatch(/^\d+\.\dM$/);
  }
  await trends.hover();
  await expect(trends.locator('[data-tooltip]')).toContainText(
    /Credits ?UGX [\d,.]+ ?Debits ?UGX [\d,.]+/,
  );
  await flow.hover();
  await expect(flow.locator('[data-tooltip]')).toContainText(/Inflow.*Outflow/);

  const days = page
    .getByRole('table', { name: 'Transaction Trends, day by day' })
    .locator('tbody tr');
  await expect(days).toHaveCount(7);
  for (const [period, count] of [
    ['30days', 30],
    ['90days', 90],
  ] as const) {
    await page.getByRole('combobox', { name: 'Period' }).selectOption(period);
    await expect(days).toHaveCount(count);
    await expect(page).toHaveURL(`/admin?period=${period}`);
  }
  await page.reload();
  await expect(days).toHaveCount(90);
  await page.goBack();
  await expect(page).toHaveURL('/admin?period=30days');
});

test('filters find what is not among the newest, and Export writes what they leave', async ({
  page,
}) => {
  await openAs(page, admin, '/admin');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(50);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
  await expect(page).toHaveURL('/admin?status=failed');
  await expect(rows(page).filter({ hasNotText: 'Failed' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('Failed');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('credit');
  await expect(page).toHaveURL('/admin?status=failed&type=credit');
  await expect(rows(page).filter({ hasText: 'Debit' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('Credit');
  const count = await rows(page).count();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('"Company","Transaction ID","Type","Amount","Status","Date"');
  expect(lines).toHaveLength(count + 1);
  for (const line of lines.slice(1)) expect(line).toMatch(/"Credit","[\d.]+","Failed","2\d{3}-/);

  // A row opens its transaction; only the company's name leads to the company.
  await rows(page).first().getByText('Credit').click();
  const sheet = page.getByRole('dialog', { name: 'Transaction', exact: true });
  await expect(sheet.getByRole('region', { name: 'Summary' })).toContainText('Failed');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/admin?status=failed&type=credit');
  await expect(rows(page).first().locator('[data-open-transaction]')).toBeFocused();
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);
});

test('Investigate goes to the failures, View Details to the payouts that wait', async ({
  page,
}) => {
  await openAs(page, admin, '/admin');
  await page.getByRole('button', { name: 'Investigate' }).click();
  await expect(page).toHaveURL('/admin?status=failed');
  const heading = page.getByRole('heading', { name: 'Recent Transactions' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(rows(page).first()).toContainText('Failed');

  const count = Number(await card(page, 'Pending Approvals').locator('p').first().innerText());
  expect(count).toBeGreaterThanOrEqual(8);
  await page.getByRole('button', { name: 'View Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pending Approvals' });
  await expect(dialog.getByRole('listitem')).toHaveCount(count);
  await expect(dialog.getByRole('listitem').first()).toContainText(/UGX [\d,.]+.*ago/);
  expect(await violations(page)).toEqual([]);
  await dialog.locator('[data-open-transaction]').first().click();
  const sheet = page.getByRole('dialog', { name: 'Transaction', exact: true });
  await expect(sheet).toContainText('Not finished yet');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(dialog.locator('[data-open-transaction]').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Details' })).toBeFocused();
});
