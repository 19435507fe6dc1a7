import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/apitransactions';

const table = (page: Page) => page.getByRole('table', { name: 'API Transactions' });
const rows = (page: Page) => rowsOf(table(page));
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Payment trace' });

test('a row opens its trace, which survives a reload and closes with Back, and all rows are exported', async ({
  page,
}) => {
  await openAs(page, owner, `${path}?status=SUCCESS`);
  await rows(page).first().locator('td').nth(1).click();
  await expect(drawer(page)).toContainText('Paid');
  await expect(drawer(page)).toContainText('What happened');
  await expect(page).toHaveURL(/\?status=SUCCESS&request=/);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(drawer(page)).toContainText('What happened');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${path}?status=SUCCESS`);
  await rows(page).nth(1).getByRole('link').press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();

  // The export has every request that matches the filters, not only the page.
  await expect(rows(page)).toHaveCount(10);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n').slice(1);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !/"SUCCESS","[^"]*","(Yes|No)"$/.test(line))).toEqual([]);

  // On a phone, an exchange opens with the keyboard and wraps.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('list', { name: 'API Transactions' }).getByRole('link').first().click();
  const summary = drawer(page).getByText('Request and answer').first();
  await summary.press('Enter');
  await expect(drawer(page).locator('pre').first()).toBeVisible();
  const overflow = await drawer(page)
    .locator('pre')
    .first()
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('staff find the same list on the company page, with the trace of a payout and its hold', async ({
  page,
}) => {
  await openAs(page, 'superadmin@sente.test', '/companies?search=demo%20one');
  await page.getByRole('link', { name: 'Demo One', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'API transactions' })).toBeVisible();
  await page.getByLabel('Status').selectOption('SUCCESS');
  await expect(rows(page).first()).toContainText('SUCCESS');
  await rows(page).first().getByRole('link').click();
  await expect(drawer(page)).toContainText('Ledger');
  expect(await violations(page)).toEqual([]);

  const firstPayout = async () => {
    await page.goto('/approvals?kind=payout');
    const list = page.getByRole('list', { name: 'Approvals' });
    await list.getByRole('listitem').first().getByRole('link').click();
  };
  await firstPayout();
  await page.getByRole('button', { name: 'Open the transaction' }).click();
  await page
    .getByRole('dialog', { name: 'Transaction', exact: true })
    .getByRole('button', { name: 'Payment trace' })
    .click();
  await expect(drawer(page)).toContainText('Waits for approval by the provider.');

  // Held money is shown on the account, with the payouts that hold it.
  await firstPayout();
  await page.getByRole('link', { name: 'Open the account' }).click();
  await expect(page.getByText('Held for payouts')).toBeVisible();
  await expect(page.getByText('Available')).toBeVisible();
  const holds = page.getByRole('list', { name: 'Payouts that hold money' });
  await expect(holds.getByText('Waits for approval').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The oldest: others that run now decide about the payouts which they asked for.
  await holds.getByRole('button').last().click();
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toContainText(
    'Held on the Account',
  );
});
