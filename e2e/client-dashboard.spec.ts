import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const statistics = '**/api/v1/CompanyDashboard/statistics';
const today = new Intl.DateTimeFormat('en-US', { timeZone: 'Africa/Kampala', dateStyle: 'full' });

test('the dashboard tells how the company is doing', async ({ page }) => {
  const { companyId } = await openAs(page, owner, '/client/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back, \w+/ })).toBeVisible();
  // Asked for anew each time: at midnight the page goes on to the next day by itself.
  const isTodayShown = () => page.getByText(today.format()).isVisible();
  await expect.poll(isTodayShown).toBe(true);
  for (const name of ['Total Balances', 'Total Accounts', 'Monthly Volume', 'Transactions']) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByText(/\d/).first()).toBeVisible();
    await expect(card.locator('[data-trend]')).toHaveText(/^(Up\+|Down-)[\d,]+\.\d%$/);
  }
  const activities = page.getByRole('list', { name: 'Recent activities' });
  await expect(activities.getByRole('listitem').first()).toContainText(/ago|just now/);
  const company = page.locator('section').filter({ hasText: 'Company Information' });
  await expect(company.getByText('Active', { exact: true })).toBeVisible();
  await expect(company.getByText(companyId)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const answer = page.waitForResponse(statistics);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await answer;
  await page.getByRole('link', { name: 'View All Transactions' }).click();
  await expect(page).toHaveURL('/client/transactions');

  // Somebody who may only look learns why from the button that cannot be pressed.
  await openAs(page, 'viewer@demo-one.test', '/client?action=send-money');
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    'You do not have permission to manage accounts.',
  );
});

test('search and bell lead to transactions, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, owner, '/client');
  const bell = page.getByRole('button', { name: 'Notifications, something is new' });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/client\/transactions\?search=[0-9a-f-]{36}&range=all$/);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.getByPlaceholder('Search transactions...').first().fill('mast site');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/client/transactions?search=mast+site&range=all');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: /^Profile of/ }).click();
  await expect(page).toHaveURL('/client/settings');
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0);
});
