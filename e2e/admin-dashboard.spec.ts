import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { hold } from './support/hold.ts';
import { openAs } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const statistics = '**/api/AdminDashboard/statistics';
const table = (page: Page) => page.getByRole('table', { name: 'Recent Transactions' });
const rows = (page: Page) => table(page).locator('tbody tr');
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

test('no match is told from nothing at all, and a refused list says why', async ({ page }) => {
  const list = '**/api/AdminDashboard/transactions?*';
  await page.route(list, (route) => route.fulfill({ json: { success: true, data: [] } }));
  await openAs(page, admin, '/admin?status=pending');
  await expect(page.getByText('No transactions match these filters.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('combobox', { name: 'Type' }).selectOption('debit');
  const panel = page.getByRole('alert').filter({ hasText: 'Failed to load transactions' });
  await expect(panel).toContainText('Failed to fetch transactions');
  await page.unroute(list);
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(rows(page).first()).toContainText('Pending');
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

test('a platform on which nothing happened yet', async ({ page }) => {
  await page.route(statistics, (route) => route.fulfill({ json: { success: true, data: null } }));
  await openAs(page, admin, '/admin');
  await expect(card(page, 'Total Companies')).toContainText(/0\s*.*0%/);
  for (const label of ['Total Balance', 'Total Credits', 'Total Debits']) {
    await expect(card(page, label)).toContainText('UGX 0');
    await expect(card(page, label).locator('[data-trend="down"]')).toContainText('0%');
  }
  const days = page
    .getByRole('table', { name: 'Transaction Trends, day by day' })
    .locator('tbody tr');
  await expect(days).toHaveCount(7);
  await expect(days.first()).toContainText('Jan 01, 2024');
  await expect(days.last()).toContainText('Jan 07, 2024');
  for (const chart of await page.locator('[data-chart]').all()) {
    await expect(chart.locator('[data-axis="values"] text')).toHaveText(['0.0M']);
  }
  await expect(page.getByText('No transactions yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await expect(page.getByText('No credits yet.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const [what, answer, text] of [
  [
    'a message of the server',
    { status: 503, json: { success: false, message: 'Closed for repair' } },
    'Closed for repair',
  ],
  ['no message', { status: 500, json: {} }, 'Failed to fetch dashboard data'],
  ['success false', { json: { success: false } }, 'Failed to fetch dashboard data'],
  [
    'a page instead of JSON',
    { contentType: 'text/html', body: '<html></html>' },
    'Invalid response format',
  ],
] as const) {
  test(`a load that fails with ${what} says so and can be tried again`, async ({ page }) => {
    await page.route(statistics, (route) => route.fulfill(answer));
    await openAs(page, admin, '/admin');
    const banner = page.getByRole('alert').filter({ hasText: 'Error loading dashboard data' });
    await expect(banner).toContainText(`Error loading dashboard data: ${text}`);
    await expectToast(page, 'Failed to load dashboard data');
    await page.unroute(statistics);
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await expect(card(page, 'Total Companies')).toBeVisible();
    await expect(banner).toBeHidden();
  });
}

test('without a connection the figures stay and the banner says why', async ({ page }) => {
  await openAs(page, admin, '/admin');
  await expect(card(page, 'Total Companies')).toBeVisible();
  await page.route(statistics, (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByText(
      'Error loading dashboard data: Network error occurred. Failed to connect to the server',
    ),
  ).toBeVisible();
  await expect(card(page, 'Total Companies')).toBeVisible();
});

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, admin, '/admin?period=90days');
  await expect(page.locator('[data-chart="Net System Flow"] [data-series]')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Recent Transactions' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
