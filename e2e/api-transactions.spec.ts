import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const table = (page: Page) => page.getByRole('table', { name: 'API Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const story = (page: Page) => page.locator('main');

test('staff find the same list on the company page, with the page of a payout and its hold', async ({
  page,
}) => {
  await openAs(page, 'superadmin@sente.test', '/companies?search=demo%20one');
  await page.getByRole('link', { name: /^Demo One Last active/ }).click();
  await page.getByRole('tab', { name: 'API transactions' }).click();
  await page.getByLabel('Status').selectOption('SUCCESS');
  await expect(rows(page).first()).toContainText('SUCCESS');
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await expect(story(page)).toContainText('Sum of the entries: UGX 0');
  // On a phone, an exchange opens with the keyboard and wraps.
  await page.setViewportSize({ width: 390, height: 844 });
  await story(page).getByText('Request and answer').first().press('Enter');
  const exchange = story(page).locator('pre').first();
  await expect(exchange).toBeVisible();
  const overflow = await exchange.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  const firstPayout = async () => {
    await page.goto('/approvals?kind=payout');
    const list = page.getByRole('list', { name: 'Approvals' });
    await list.getByRole('listitem').first().getByRole('link').click();
  };
  await firstPayout();
  await page.getByRole('link', { name: 'Open the transaction' }).click();
  await expect(story(page)).toContainText('This payout waits for approval by the provider.');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  // Held money is shown on the account, with the payouts that hold it.
  await firstPayout();
  await story(page)
    .getByRole('link', { name: /^[A-Z].* \d+ of / })
    .click();
  await expect(page.getByText('Held for payouts')).toBeVisible();
  await expect(page.getByText('Available')).toBeVisible();
  const holds = page.getByRole('list', { name: 'Payouts that hold money' });
  await expect(holds.getByText('Waits for approval').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The oldest: others that run now decide about the payouts which they asked for.
  await holds.getByRole('link').last().click();
  await expect(story(page)).toContainText('Held on the Account');
});
