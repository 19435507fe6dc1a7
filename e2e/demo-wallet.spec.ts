import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openAs } from './support/sign-in.ts';
import { violations } from './support/violations.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Records every later call to the server. */
function calls(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') || request.method() !== 'GET') seen.push(pathname);
  });
  return seen;
}

test('a company user tries to send money and visits all four tabs without any request to the server', async ({
  page,
}) => {
  await openAs(page, 'viewer@demo-one.test', '/favicon.svg');
  const asked = calls(page);
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Demo Wallet · Sente');
  await expect(page.getByText('Demo data', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent transactions' }).locator('li')).toHaveCount(
    5,
  );
  const balance = page.getByRole('region', { name: 'Available balance' });
  await expect(balance).toContainText('3,284,500');
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect(balance).not.toContainText('3,284,500');
  await page.getByRole('button', { name: 'Show balance' }).click();

  // With the keyboard alone, and nothing is sent.
  const opener = page.getByRole('button', { name: 'Send Money' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send Money' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('50,000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel("Receiver's Phone Number")).toBeFocused();
  await page.keyboard.type('0772 123456');
  await page.keyboard.press('Tab');
  await page.keyboard.type('M');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Send Money' }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Nothing was sent' })).toBeFocused();
  await expect(dialog).toContainText('UGX 50,000');
  expect(await violations(page)).toEqual([]);
  await page.goBack();
  await expect(opener).toBeFocused();

  await tab(page, 'Transactions').click();
  await expect(page).toHaveURL('/dashboard?tab=transactions');
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('salary');
  await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Expense' }).click();
  await expect(page.getByText('No transactions match.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No transactions match.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();

  await tab(page, 'Analytics').click();
  const chart = (title: string) => page.locator(`[data-chart="${title}"]`);
  const days = page.getByRole('table', { name: 'Balance, in figures' }).locator('tbody tr');
  for (const [range, count] of [
    ['7d', 8],
    ['30d', 31],
  ] as const) {
    await page.getByRole('button', { name: range, exact: true }).click();
    await expect(days).toHaveCount(count);
  }
  for (const [title, text] of [
    ['Balance', /Balance ?UGX [\d,]+/],
    ['Income and Expense', /Income ?UGX [\d,]+ ?Expense ?UGX [\d,]+/],
  ] as const) {
    await chart(title).hover();
    await expect(chart(title).locator('[data-tooltip]')).toContainText(text);
  }
  const spending = chart('Spending by Category');
  await spending.locator('[data-series]').first().hover();
  await expect(spending.locator('[data-tooltip]')).toContainText(/\d+% ?UGX [\d,]+/);

  await tab(page, 'Settings').click();
  await expect(page.getByRole('switch', { name: 'Weekly summary' })).toBeDisabled();
  await page.getByRole('switch', { name: 'Hide balance' }).check();
  await expect(page.getByText(/Nothing is stored/)).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\?tab=analytics/);
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Go to the client portal' }).click();
  await expect(page).toHaveURL('/client');
});
