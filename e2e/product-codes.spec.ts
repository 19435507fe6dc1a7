import type { APIRequestContext, Page } from '@playwright/test';
import { openAs, type StoredSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/product-codes';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload Product Codes' });
const upload = (page: Page) => dialogOf(page).getByRole('button', { name: 'Upload', exact: true });
const picker = (page: Page) => dialogOf(page).getByLabel('CSV File');

/** A product of this test alone. */
async function createProduct(request: APIRequestContext, session: StoredSession, name: string) {
  const productCode = `${name}-${Date.now()}`;
  const response = await request.post('/api/v1/InternetProducts', {
    headers: { authorization: `Bearer ${session.authToken}` },
    data: { productCode, productName: name, amount: 500, companyId: session.companyId },
  });
  expect(response.ok()).toBe(true);
  const { data } = await response.json();
  return { productCode, id: String(data.recordId) };
}

/** Codes that are not stored yet. */
function freshFile(name: string, count = 5) {
  const stamp = Date.now().toString(36);
  const lines = Array.from({ length: count }, (_, n) => `${stamp}-${n}`);
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

test('on a phone, codes are uploaded for the current product and can be sold', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await openAs(page, owner, '/client/settings');
  const { productCode, id } = await createProduct(page.request, session, 'PHONE');
  await page.goto(`/client/internet-products/${id}`);
  await page.getByRole('button', { name: 'Upload codes' }).click();
  await expect(dialogOf(page).getByLabel('Internet Product')).toHaveValue(productCode);
  await picker(page).setInputFiles(`${import.meta.dirname}/fixtures/two-columns.csv`);
  await expect(dialogOf(page)).toContainText('Line 3: Expected 1 column, found 2');
  expect(await violations(page)).toEqual([]);
  const file = freshFile('codes.csv');
  await picker(page).setInputFiles(file);
  await expect(dialogOf(page)).toContainText('5 codes found');
  await upload(page).click();
  await expectToast(page, '5 product codes uploaded');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Low: 5 left')).toBeVisible();
  await page.getByRole('link', { name: 'View codes' }).click();
  await expect(page).toHaveURL(`${path}?productType=${productCode}`);
  const cards = page.getByRole('list', { name: 'Product Codes' }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  await expect(cards.first()).toContainText('Available');
  // Masked, until somebody who may see it asks for it.
  await expect(cards.first()).toContainText('•••');
  await cards.first().getByRole('link').first().click();
  const panel = page.getByRole('dialog', { name: 'Product code' });
  await panel.getByRole('button', { name: 'Reveal' }).click();
  await expect(panel).toContainText(file.buffer.toString().split('\n').at(-1) ?? '');
  await panel.getByRole('button', { name: 'Withdraw' }).click();
  const asked = page.getByRole('dialog', { name: /^Withdraw code/ });
  await asked.getByLabel('Reason').fill('Misprinted');
  await asked.getByRole('button', { name: 'Withdraw' }).click();
  await expectToast(page, 'The code was withdrawn');
  await expect(panel).toContainText('Misprinted');
  await page.goBack();
  await expect(cards.first()).toContainText('Withdrawn');

  // The same upload again, as after a lost answer: nothing is stored twice.
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await dialogOf(page).getByLabel('Internet Product').selectOption(productCode);
  await picker(page).setInputFiles(file);
  await upload(page).click();
  await expect(dialogOf(page)).toContainText('Validation Errors5');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(cards).toHaveCount(5);
});

test('an upload of a hundred thousand codes keeps the page usable, shows progress and can be stopped', async ({
  page,
}) => {
  const session = await openAs(page, owner, `${path}?search=none`);
  const { productCode } = await createProduct(page.request, session, 'LARGE');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await dialogOf(page).getByLabel('Internet Product').selectOption(productCode);
  await picker(page).setInputFiles(freshFile('large.csv', 100_000));
  await expect(dialogOf(page)).toContainText('100,000 codes found');
  // Throttled, so that the progress is visible.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 };
  await network.send('Network.emulateNetworkConditions', speed);
  await upload(page).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect(dialogOf(page)).toContainText(/[1-9]\d? % sent/);
  await page.keyboard.press('Escape');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogOf(page)).toContainText('Upload cancelled.');
  await expect(upload(page)).toBeEnabled();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${path}?productType=${productCode}`);
  await expect(page.getByText('No product codes found')).toBeVisible();
});
