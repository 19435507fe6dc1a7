import type { Page } from '@playwright/test';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a collection asks the payer, and the dialog says when the money arrived', async ({
  page,
}) => {
  await openAs(page, owner, '/client');
  await page.getByRole('button', { name: 'Add Money' }).click();
  await expect(page).toHaveURL('/client?action=add-money');
  const dialog = dialogOf(page, 'Add Money');
  await dialog.getByLabel('To Account').selectOption({ index: 1 });
  await dialog.getByLabel('Amount').fill('5,000');
  // A step back asks before the dialog and its text are gone.
  await page.evaluate(() => history.back());
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page).toHaveURL('/client?action=add-money');
  await expect(dialog.getByLabel('Amount')).toHaveValue('5,000');
  await dialog.getByLabel("Payer's Phone Number").fill('0770000');
  await expect(dialog.getByLabel('Network')).toHaveValue('MTN');
  await dialog.getByRole('button', { name: 'Ask for Payment' }).click();
  await expect(dialog.getByText(/^Must be a Ugandan mobile number/)).toBeVisible();
  await expect(dialog.getByLabel("Payer's Phone Number")).toBeFocused();

  await dialog.getByLabel("Payer's Phone Number").fill('0770000001');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Asked +256 770 000001 to approve UGX 5,000')).toBeVisible();
  // A reload must not show an empty form that would ask the payer again.
  await page.reload();
  await expect(dialog.getByText(/^UGX [\d,]+ arrived on /)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('Completed')).toBeVisible();
  // The page behind the dialog shows it too.
  await expect(page.locator('main')).toContainText('Mobile money from +256 770 000001');
  await dialog.getByRole('link', { name: 'View payment' }).click();
  await expect(page).toHaveURL(/\/client\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.locator('main')).toContainText('Paid: MTN has confirmed it');
});

test('on a phone, a payout is held and waits for approval', async ({ page }) => {
  const note = `Boda fare ${Date.now()}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, owner, '/client');
  await page.getByRole('button', { name: 'Send Money' }).click();
  const dialog = dialogOf(page, 'Send Money');
  await dialog.getByLabel('From Account').selectOption({ index: 1 });
  await dialog.getByLabel('Amount').fill('1500');
  await expect(
    dialog.getByText(/^(Fee UGX [\d,]+|No fee) · UGX [\d,]+ will be held$/),
  ).toBeVisible();
  await dialog.getByLabel("Receiver's Phone Number").fill('+256 750 123456');
  await dialog.getByLabel('Note').fill(note);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/requests')) {
      posts.push(request.url());
    }
  });
  // The second click of a double click does not send what nobody has read.
  await dialog.getByRole('button', { name: 'Review' }).dblclick();
  const review = dialog.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('The provider has to approve it');
  await expect(review).toContainText('Held in all');
  expect(posts).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Note')).toHaveValue(note);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Send Money' }).dblclick();
  await expect(dialog.getByText('UGX 1,500 to +256 750 123456 waits for approval')).toBeVisible();
  expect(posts).toHaveLength(1);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'View payment' }).click();
  await expect(page).toHaveURL(/\/client\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.locator('main').getByText(note).first()).toBeVisible();
  await expect(page.locator('main')).toContainText(/pending/i);
});

test('on a phone, QR Pay draws a code that can be saved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'owner@demo-one.test', '/client');
  await page.getByRole('button', { name: 'QR Pay' }).click();
  const dialog = dialogOf(page, 'QR Pay');
  const account = dialog.getByLabel('Account', { exact: true });
  await expect(account).toBeFocused();
  await account.selectOption({ index: 1 });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('25,000');
  const code = dialog.getByRole('img', { name: /^QR code to pay UGX 25,000 into / });
  await dialog.getByRole('button', { name: 'Make the code' }).click();
  await expect(code).toBeVisible();
  const box = await code.boundingBox();
  expect(box?.width).toBeGreaterThan(200);
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download PNG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sente-\d+\.png$/);
  expect(await file.failure()).toBeNull();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/client');
});
