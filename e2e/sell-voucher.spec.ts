import { readFile } from 'node:fs/promises';
import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

test('a voucher is sold at the counter: asked for, paid, handed over, with a receipt', async ({
  page,
}) => {
  const session = await openAs(page, owner, '/client/settings');
  const { companyId } = session;
  const headers = { authorization: `Bearer ${session.authToken}` };
  const productCode = `SALE-${Date.now()}`;
  const voucher = `CODE-${Date.now().toString(36)}`.toUpperCase();
  const product = { productCode, productName: 'Counter pass', amount: 1_500, companyId };
  await page.request.post('/api/v1/InternetProducts', { headers, data: product });
  const base64CsvFile = Buffer.from(voucher).toString('base64');
  const upload = { companyId, base64CsvFile, product: productCode, fileName: 'one.csv' };
  const uploaded = await page.request.post('/api/Company/upload-csv', { headers, data: upload });
  expect(uploaded.ok()).toBe(true);

  await page.goto('/client/internet-products');
  await page.getByRole('button', { name: 'Sell Voucher' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sell Voucher' });
  await dialog.getByLabel('To Account').selectOption({ index: 1 });
  await dialog.getByLabel('Product').selectOption(productCode);
  await dialog.getByLabel("Payer's Phone Number").fill('0770000001');
  await expect(dialog.getByLabel('Network')).toHaveValue('MTN');
  await dialog.getByRole('button', { name: 'Ask for Payment' }).click();
  await expect(dialog.getByText(voucher)).toBeVisible({ timeout: 30_000 });
  expect(await violations(page)).toEqual([]);

  await dialog.getByRole('link', { name: 'Receipt' }).click();
  const paper = page.getByRole('article', { name: /^Receipt R-/ });
  await expect(paper).toContainText('UGX 1,500');
  await expect(paper).toContainText('+256 770 000001');
  await expect(paper).toContainText(`Counter pass (${productCode})`);
  await expect(paper).not.toContainText(voucher);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^receipt-R-\w{26}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
