import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const statistics = '**/api/v1/CompanyDashboard/statistics';
const actions = ['Add Money', 'Send Money', 'Withdraw', 'QR Pay'];

test('the dashboard tells how the company is doing', async ({ page }) => {
  const { companyId } = await openAs(page, owner, '/client/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back, \w+/ })).toBeVisible();
  const today = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Africa/Kampala',
    dateStyle: 'full',
  }).format(new Date());
  await expect(page.getByText(today)).toBeVisible();
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

test('figures and actions stay with those who may have them', async ({ page }) => {
  await openAs(page, 'viewer@demo-one.test', '/client?action=send-money');
  await expect(page.getByRole('list', { name: 'Recent activities' })).toBeVisible();
  await expect(page.getByText('You do not have permission to manage accounts.')).toBeVisible();
  for (const name of actions) await expect(page.getByRole('button', { name })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    'You do not have permission to manage accounts.',
  );

  await openAs(page, 'restricted@demo-one.test', '/client');
  await expect(page.getByText('No permission to view')).toHaveCount(4);
  await expect(page.getByText('You do not have permission to view transactions')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('UGX');
  expect(await violations(page)).toEqual([]);
});

test('without a company there is nothing to load, and an empty one says what comes next', async ({
  page,
}) => {
  await openAs(page, 'nocompany@sente.test', '/client');
  await expect(page.getByRole('alert')).toContainText('No company ID provided');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog')).toContainText('you do not belong to one');
  // Not a permission, which would not help, but the reason.
  for (const list of ['transactions', 'apitransactions', 'accounts', 'users', 'analytics']) {
    await page.goto(`/client/${list}`);
    await expect(page.getByText('No company ID', { exact: true })).toBeVisible();
  }

  await openAs(page, 'owner@empty.test', '/client');
  await expect(page.getByText('No recent activities')).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add Money' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Money' });
  await expect(dialog.getByText('No active account')).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'New Account' }).click();
  await expect(page).toHaveURL('/client/accounts?action=new-account');
});

test('a failed load says so in place, and can be tried again', async ({ page }) => {
  await page.route(statistics, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Out of order' } }),
  );
  await openAs(page, owner, '/client');
  const panel = page.getByRole('alert').filter({ hasText: 'Failed to load dashboard data' });
  await expect(panel).toContainText('Out of order');
  await page.unroute(statistics);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Recent activities' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});
