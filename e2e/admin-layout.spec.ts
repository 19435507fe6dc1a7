import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { approveAs } from './support/approvals.ts';
import { createCompany } from './support/company.ts';
import { openAs, sessionOf } from './support/sign-in.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const admin = 'admin@sente.test';
const box = (page: Page) =>
  page.getByRole('combobox', { name: 'Search companies, transactions...' });
const option = (page: Page, text: string | RegExp) =>
  page.getByRole('option').filter({ hasText: text });
const group = (page: Page, name: string) => page.getByRole('group', { name });

test('the search finds companies, people, accounts and transactions by keyboard alone', async ({
  page,
}) => {
  await openAs(page, admin, '/companies');
  await expect(page.getByRole('link', { name: 'Edit Arua Bus Park WiFi' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('demo one');
  await expect(group(page, 'Companies').getByRole('option').first()).toContainText('Demo One');
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Demo One', level: 1 })).toBeVisible();
  await expect(box(page)).toHaveValue('');

  await page.keyboard.press('Meta+k');
  await page.keyboard.type('owner@demo-one');
  await expect(group(page, 'Users').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);

  // An account by its number, read from the API.
  const account = await firstOf(page, '/Account?page=1&pageSize=1');
  await box(page).fill(account.accountNumber);
  await group(page, 'Accounts').getByRole('option').first().click();
  await expect(page).toHaveURL(`/companies/${account.companyId}/accounts/${account.id}`);

  // One that is no payment, which another group would show.
  const transaction = await firstOf(page, '/Transaction?kind=deposit&limit=1');
  await box(page).fill(transaction.id);
  await expect(group(page, 'Transactions').getByRole('option')).toHaveCount(1);
  await expect(group(page, 'Transactions').getByRole('option')).toContainText(
    /(Credit|Debit) · (Completed|Failed|Pending)/,
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/transactions/${transaction.id}`);
  await expect(page.locator('main')).toContainText(transaction.id);

  // A press outside the list closes it, one into the box opens it again.
  const sidebar = page.getByRole('complementary');
  await expect(sidebar).toHaveCSS('position', 'fixed');
  await box(page).fill('demo');
  await expect(option(page, 'Demo One').first()).toBeVisible();
  await sidebar.click({ position: { x: 100, y: 600 } });
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await box(page).click();
  await expect(option(page, 'Demo One').first()).toBeVisible();
  await expect(async () => {
    const { x = -1, width = 0 } = (await page.getByRole('listbox').boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(width).toBeGreaterThan(340);
  }).toPass();
  await option(page, 'Demo One').first().click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}/);
});

test('a panel or menu returns the focus to its button, unless Ctrl+K takes it meanwhile', async ({
  page,
}) => {
  // A closed element stays in the page while it fades out.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openAs(page, admin, '/companies');
  for (const [name, role] of [
    [/^Notifications/, 'dialog'],
    [/user menu$/, 'menu'],
  ] as const) {
    const opener = page.getByRole('button', { name });
    await opener.click();
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('demo');
    await expect(page.getByRole(role)).toHaveCount(0);
    await expect(box(page)).toHaveValue('demo');
    await expect(box(page)).toBeFocused();
    await box(page).fill('');
    await box(page).blur();
  }
});

test('a transaction is reversed once, with a reason and a second person', async ({ page }) => {
  await openAs(page, admin, '/companies');
  const { id: companyId, headers } = await createCompany(page, 'Reversals');
  const data = { companyId, accountName: 'Main', accountType: 2, initialDeposit: 5000 };
  const made = await page.request.post('/api/Account', { headers, data });
  const deposit = await firstOf(page, `/Transaction/company/${companyId}`);
  await page.goto(`/companies/${companyId}/accounts/${(await made.json()).data.id}`);
  await expect(page.getByText('UGX 5,000').first()).toBeVisible();
  await box(page).fill(deposit.id);
  await option(page, 'Initial deposit').click();
  await expect(page).toHaveURL(`/transactions/${deposit.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Reverse' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Ask to reverse this transaction?' });
  await expect(dialog).toContainText('UGX 5,000 will be taken from Main of Reversals');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask for Approval' }).click();
  await expect(dialog.getByText('A reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Paid in by mistake');
  await dialog.getByRole('button', { name: 'Ask for Approval' }).click();
  await expectToast(page, 'The reversal waits for a second person');
  await expect(dialog).toBeHidden();
  await approveAs(page.request, 'superadmin@sente.test', { companyId });
  await page.reload();
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText('Reversed by');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: /^Reverse/ })).toContainText(
    'This transaction was already reversed',
  );
  await page.keyboard.press('Escape');
  await state.getByRole('link', { name: /^transaction / }).click();
  await expect(page.getByText('Reversal: Initial deposit').first()).toBeVisible();
  await page.getByRole('link', { name: 'Main' }).click();
  await expect(page.getByText('UGX 0').first()).toBeVisible();
});

/** The first record of a list, from the API. */
async function firstOf(page: Page, path: string) {
  const { authToken } = await sessionOf(page.request, admin);
  const headers = { authorization: `Bearer ${authToken}` };
  const answer = await page.request.get(`/api${path}`, { headers });
  const [first] = (await answer.json()).data;
  return first as { id: string; companyId: string; accountNumber: string };
}
