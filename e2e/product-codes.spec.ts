import type { APIRequestContext, Page } from '@playwright/test';
import { rowsOf } from './support/rows.ts';
import { openAs, type StoredSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const owner = 'owner@demo-one.test';
const path = '/client/product-codes';
const fixture = (name: string) => `${import.meta.dirname}/fixtures/${name}`;

const rows = (page: Page) => rowsOf(page.getByRole('table', { name: 'Product Codes' }));
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload Product Codes' });
const upload = (page: Page) => dialogOf(page).getByRole('button', { name: 'Upload', exact: true });
const picker = (page: Page) => dialogOf(page).getByLabel('CSV File');

/** A product of the test's own; codes of the fixtures can be stored once in a company only. */
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

/** Codes that nobody has uploaded yet. */
function freshFile(name: string, count = 5) {
  const stamp = Date.now().toString(36);
  const lines = Array.from({ length: count }, (_, n) => `${stamp}-${n}`);
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

test('the list is filtered on the server, by what the address says, and shows more on demand', async ({
  page,
}) => {
  await openAs(page, owner, path);
  await expect(rows(page)).toHaveCount(100);
  await expect(
    page.getByText(/^[\d,]+ codes, [\d,]+ available(, [\d,]+ in a sale under way)?$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(100);

  await page.getByLabel('Product type').selectOption('MONTH-60');
  await expect(rows(page)).toHaveCount(30);
  await page.getByLabel('Status').selectOption('Used');
  await expect(page).toHaveURL(`${path}?productType=MONTH-60&status=used`);
  await expect(rows(page).filter({ hasNotText: 'Used' })).toHaveCount(0);
  const used = await rows(page).count();
  expect(used).toBeGreaterThan(0);
  await page.getByLabel('Status').selectOption('Unused');
  await expect(rows(page)).toHaveCount(30 - used);
  await expect(rows(page).filter({ hasNotText: 'Available' })).toHaveCount(0);

  const id = (await rows(page).nth(2).getByText('ID: ').innerText()).slice(4).trim();
  await page.getByRole('searchbox', { name: 'Search product codes...' }).fill(id.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await rows(page).getByRole('link', { name: 'MONTH-60' }).click();
  await expect(page.getByRole('heading', { name: 'Monthly plan for shops' })).toBeVisible();
});

test('every kind of file that is wrong is refused with its reason', async ({ page }) => {
  // Without a hundred rows behind it, which would only be looked at again and again.
  const session = await openAs(page, owner, `${path}?search=none`);
  const { productCode } = await createProduct(page.request, session, 'REFUSED');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = dialogOf(page);
  await upload(page).click();
  await expect(dialog).toContainText('Please select an internet product before uploading.');
  await expect(dialog).toContainText('Please select a CSV file');
  await dialog.getByLabel('Internet Product').selectOption(productCode);
  for (const [file, ...sentences] of [
    ['notes.txt', 'Please select a CSV file'],
    ['picture.png', 'Please select a CSV file'],
    ['empty.csv', 'CSV file is empty'],
    [
      'two-columns.csv',
      'CSV validation failed',
      'Validation Errors2',
      'Line 3: Expected 1 column, found 2',
      'Line 5: Expected 1 column, found 3',
    ],
    [
      'empty-value.csv',
      'CSV validation failed',
      'Line 2: Value cannot be empty',
      'Line 4: Value cannot be empty',
    ],
  ] as const) {
    await picker(page).setInputFiles(fixture(file));
    await expect(dialog).toContainText(file);
    for (const sentence of sentences) await expect(dialog).toContainText(sentence);
  }
  expect(await violations(page)).toEqual([]);
  await picker(page).setInputFiles(fixture('duplicate.csv'));
  await expect(dialog).toContainText('3 codes found');
  await upload(page).click();
  await expect(dialog).toContainText('Line 2: FR2Y-EUT4-KCYP is already in use');
  await expectToast(page, 'Failed to upload CSV file');

  // What these are is checked without storing them: other runs have stored them perhaps.
  for (const [file, count] of [
    ['good.csv', 5],
    ['blank-lines.csv', 3],
    ['windows.csv', 3],
    ['UPPER.CSV', 2],
  ] as const) {
    await picker(page).setInputFiles(fixture(file));
    await expect(dialog).toContainText(`${count} codes found`);
    await expect(dialog).not.toContainText('Validation Errors');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${path}?search=none`);
});

test('on a phone, codes are uploaded for the product at hand and can be sold', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await openAs(page, owner, '/client/settings');
  const { productCode, id } = await createProduct(page.request, session, 'PHONE');
  await page.goto(`/client/internet-products/${id}`);
  await page.getByRole('button', { name: 'Upload codes' }).click();
  await expect(dialogOf(page).getByLabel('Internet Product')).toHaveValue(productCode);
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

  // The same again, as after an answer that was lost: nothing is stored twice.
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await dialogOf(page).getByLabel('Internet Product').selectOption(productCode);
  await picker(page).setInputFiles(file);
  await upload(page).click();
  await expect(dialogOf(page)).toContainText('Validation Errors5');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(cards).toHaveCount(5);
});

test('a hundred thousand codes leave the page usable, tell their progress and can be stopped', async ({
  page,
}) => {
  const session = await openAs(page, owner, `${path}?search=none`);
  const { productCode } = await createProduct(page.request, session, 'LARGE');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await dialogOf(page).getByLabel('Internet Product').selectOption(productCode);
  await picker(page).setInputFiles(freshFile('large.csv', 100_000));
  await expect(dialogOf(page)).toContainText('100,000 codes found');
  // Slow enough to be seen on its way.
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
