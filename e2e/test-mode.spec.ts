import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const bar = 'Test mode: no real money moves';

test('a company switches to test mode, makes a key, prints the report of an examination and comes back', async ({
  page,
}) => {
  await openAs(page, 'owner@demo-one.test', '/client/accounts');
  await expect(page.getByText(bar)).toHaveCount(0);
  await page.getByRole('button', { name: 'Switch to test mode' }).click();
  await expect(page.getByText(bar)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(page.getByText('Test account 1').first()).toBeVisible();
  await expect(page).toHaveTitle(/^Test: /);

  // The choice survives a reload, and is of this tab alone.
  await page.reload();
  await expect(page.getByText(bar)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/client/accounts');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText(bar)).toHaveCount(0);
  await other.close();

  await page.goto('/client/developers');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create Key' }).first().click();
  await page.getByLabel('Name').fill('Shop in test');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByText(/snt_test_ch_/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto('/client/developers/examinations');
  const rows = page.getByRole('row', { name: /shop\.demo-one\.example/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Passed');
  expect(await violations(page)).toEqual([]);
  await rows.nth(1).getByRole('link').click();
  await expect(page.getByText('Not passed')).toBeVisible();
  await expect(page.getByText('A wrong signature is refused')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText('Anybody who knows the address can send this.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/client');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(bar)).toHaveCount(0);
});
