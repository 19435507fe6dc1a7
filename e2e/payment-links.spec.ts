import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';
const phone = { width: 390, height: 844 };

test('a link is made, paid on a phone, and gives its voucher and receipt', async ({
  page,
  browser,
}) => {
  const session = await openAs(page, owner, '/client/settings');
  const { companyId } = session;
  const headers = { authorization: `Bearer ${session.authToken}` };
  const productCode = `LINK-${Date.now()}`;
  const voucher = `PASS-${Date.now().toString(36)}`.toUpperCase();
  const product = { productCode, productName: 'Evening pass', amount: 1_500, companyId };
  await page.request.post('/api/v1/InternetProducts', { headers, data: product });
  const base64CsvFile = Buffer.from(voucher).toString('base64');
  const upload = { companyId, base64CsvFile, product: productCode, fileName: 'one.csv' };
  await page.request.post('/api/Company/upload-csv', { headers, data: upload });

  await page.goto('/client/payment-links');
  await page.getByRole('button', { name: 'Create Link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Payment Link' });
  await dialog.getByLabel('How Much').selectOption('A product with vouchers');
  await dialog.getByLabel('Product').selectOption({ label: 'Evening pass · UGX 1,500 · 1 left' });
  await dialog.getByLabel('Into Account').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(page.getByRole('heading', { name: 'Evening pass' })).toBeVisible();
  const url = (await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? '';

  const context = await browser.newContext({ viewport: phone });
  const payer = await context.newPage();
  await payer.goto(url);
  expect(await violations(payer)).toEqual([]);
  await payer.getByLabel('Mobile-money number').fill('0770 000 099');
  await expect(payer.getByLabel('MTN')).toBeChecked();
  await payer.getByRole('button', { name: 'Pay UGX 1,500' }).click();
  await expect(payer.getByRole('heading', { name: 'Approve on your phone' })).toBeVisible();
  expect(await violations(payer)).toEqual([]);

  const phones = await context.newPage();
  const networks = await page.request.get('/api/Networks', { headers });
  const { data } = (await networks.json()) as { data: { simulatorUrl: string }[] };
  await phones.goto(data[0]?.simulatorUrl ?? '');
  const prompt = phones.getByRole('listitem').filter({ hasText: 'Evening pass' });
  await expect(prompt).toContainText(/Pay UGX 1,500\?/);
  await prompt.getByRole('button', { name: /^Approve/ }).click();

  // The page shows the result by itself.
  await expect(payer.getByText(voucher)).toBeVisible({ timeout: 30_000 });
  expect(await violations(payer)).toEqual([]);
  const receipt = payer.waitForEvent('download');
  await payer.getByRole('link', { name: 'Receipt (PDF)' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-R-\w{26}\.pdf$/);
  await context.close();

  await page.reload();
  await expect(page.getByRole('row', { name: /\+256 770 000099/ })).toContainText('Paid');
});

test('a link is paid without JavaScript', async ({ page, browser }) => {
  const session = await openAs(page, owner, '/client/settings');
  const headers = { authorization: `Bearer ${session.authToken}` };
  const read = async (path: string) =>
    (await (await page.request.get(`/api${path}`, { headers })).json()).data;
  const [account] = await read(`/Account/company/${session.companyId}`);
  const body = { accountId: account.id, leastAmount: 500, purpose: 'Church collection' };
  const made = await page.request.post('/api/PaymentLinks', { headers, data: body });
  const { url } = (await made.json()).data as { url: string };

  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const payer = await context.newPage();
  await payer.goto(url);
  await payer.getByLabel('Amount').fill('400');
  await payer.getByLabel('Mobile-money number').fill('0752 000 123');
  await payer.getByRole('button', { name: 'Pay' }).click();
  await expect(payer.getByText('The least is UGX 500')).toBeVisible();
  await expect(payer.getByLabel('Amount')).toBeFocused();
  await payer.getByLabel('Amount').fill('2,500');
  await payer.getByRole('button', { name: 'Pay' }).click();
  // The page loads itself again until it is paid.
  await expect(payer.getByRole('heading', { name: 'Paid' })).toBeVisible({ timeout: 40_000 });
  await expect(payer.getByText('UGX 2,500')).toBeVisible();
  await expect(payer.getByText('Airtel')).toBeVisible();
  await context.close();
});

test('a chosen amount is never more than what was typed', async ({ page, browser }) => {
  const session = await openAs(page, owner, '/client/settings');
  const headers = { authorization: `Bearer ${session.authToken}` };
  const accounts = await page.request.get(`/api/Account/company/${session.companyId}`, { headers });
  const [account] = (await accounts.json()).data;
  const body = { accountId: account.id, leastAmount: 500, purpose: 'Church collection' };
  const made = await page.request.post('/api/PaymentLinks', { headers, data: body });
  const { url } = (await made.json()).data as { url: string };

  const context = await browser.newContext({ viewport: phone });
  const payer = await context.newPage();
  await payer.goto(url);
  const amount = payer.getByLabel('Amount');
  await amount.pressSequentially('2500');
  await expect(amount).toHaveValue('2,500');
  await expect(payer.getByRole('button', { name: 'Pay UGX 2,500' })).toBeVisible();
  await amount.fill('');
  await amount.pressSequentially('2,500.00');
  await expect(amount).toHaveValue('2,500.00');
  await payer.getByLabel('Mobile-money number').fill('0752 000 124');
  await payer.getByRole('button', { name: 'Pay' }).click();
  await expect(payer.getByText('to pay UGX 2,500.')).toBeVisible();
  await context.close();
});

test('a wrong field says so until it is right, and a wrong number can be changed once its request ends', async ({
  page,
  browser,
}) => {
  const session = await openAs(page, owner, '/client/settings');
  const headers = { authorization: `Bearer ${session.authToken}` };
  const accounts = await page.request.get(`/api/Account/company/${session.companyId}`, { headers });
  const [account] = (await accounts.json()).data;
  const body = { accountId: account.id, leastAmount: 500, purpose: 'Choir robes' };
  const made = await page.request.post('/api/PaymentLinks', { headers, data: body });
  const { url } = (await made.json()).data as { url: string };

  const context = await browser.newContext({ viewport: phone });
  const payer = await context.newPage();
  await payer.clock.install();
  await payer.goto(url);
  const [amount, number] = [payer.getByLabel('Amount'), payer.getByLabel('Mobile-money number')];
  await amount.fill('900');
  await number.fill('12345');
  await payer.getByRole('button', { name: 'Pay' }).click();
  const wrong = payer.getByText('Must be a Ugandan mobile number');
  await expect(wrong).toBeVisible();
  await expect(number).toBeFocused();
  await number.fill('0770 000 09');
  await expect(wrong).toBeVisible();
  // It has a person who does nothing until then.
  await number.fill('0770 000 099');
  await expect(wrong).toBeHidden();
  await expect(payer.getByText('The phone that pays.')).toBeVisible();
  await expect(number).not.toHaveAttribute('aria-invalid');

  await payer.getByRole('button', { name: 'Pay' }).click();
  const ending = payer.getByText('Wrong number?').locator('..');
  await expect(ending).toContainText(/You can change it in\s+4:5/);
  expect(await violations(payer)).toEqual([]);
  await payer.clock.fastForward('04:00');
  await expect(ending).toContainText(/in\s+0:\d\d/);
  await payer.clock.fastForward('01:00');
  await expect(ending).toContainText(/in\s+a moment/);
  await context.close();
});
