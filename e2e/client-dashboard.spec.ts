import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const owner = 'owner@demo-one.test';

test('the dashboard, its bell and its search lead to transactions, also on a phone', async ({
  page,
}) => {
  const { companyId } = await openAs(page, owner, '/client/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back, \w+/ })).toBeVisible();
  for (const name of ['Total Balances', 'Total Accounts', 'Monthly Volume', 'Transactions']) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByText(/\d/).first()).toBeVisible();
    await expect(card.locator('[data-trend]')).toHaveText(/^(Up\+|Down-)[\d,]+\.\d%$/);
  }
  const company = page.locator('section').filter({ hasText: 'Company Information' });
  await expect(company.getByText(companyId)).toBeVisible();
  await page.getByRole('link', { name: 'View All Transactions' }).click();
  await expect(page).toHaveURL('/client/transactions');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Notifications, something is new' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await panel.getByRole('link', { name: 'Payment received' }).last().click();
  await expect(page).toHaveURL(/\/client\/transactions\/[0-9a-f-]{36}$/);
  await page.getByPlaceholder('Search transactions, users, products...').first().fill('mast site');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/client/transactions?search=mast+site&range=all');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: /^Profile of/ }).click();
  await expect(page).toHaveURL('/client/settings');
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0);

  // The disabled button says why it is disabled.
  await openAs(page, 'viewer@demo-one.test', '/client');
  // What comes above it has come.
  await expect(page.getByRole('region', { name: 'Low stock' })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    'You do not have permission to manage accounts.',
  );
});
