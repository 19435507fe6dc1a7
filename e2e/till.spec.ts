import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';
const phone = { width: 390, height: 844 };
/** Approved by the simulator at once. */
const customer = '0770 000 001';

test('a device is paired, a shift takes payments on a bad line, and ends with its sum', async ({
  page,
  browser,
}) => {
  // Two people, and a line that breaks.
  test.slow();
  const session = await openAs(page, owner, '/client/tills?action=create');
  const dialog = page.getByRole('dialog', { name: 'Create Till' });
  const name = `Counter ${Date.now()}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Into Account').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create Till' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.getByRole('button', { name: 'Add Cashier' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Akello Ruth');
  await page.getByRole('button', { name: 'Get PIN' }).click();
  const given = page.getByRole('dialog', { name: 'PIN of Akello Ruth' });
  const pin = (await given.getByText(/^\d{6}$/).textContent()) ?? '';
  await given.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Shared phone');
  await page.getByRole('button', { name: 'Get Code' }).click();
  const pairing = page.getByRole('dialog', { name: 'Pair the Device' });
  const code = (await pairing.getByText(/^\w{4}-\w{4}$/).textContent()) ?? '';
  await pairing.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ viewport: phone });
  const till = await context.newPage();
  // As the QR code leads there.
  await till.goto(new URL(`/till#${code}`, page.url()).href);
  await expect(till.getByLabel('Code')).toHaveValue(code);
  await till.getByRole('button', { name: 'Pair Device' }).click();
  await till.getByLabel('Your PIN', { exact: true }).fill(pin);
  await till.getByRole('button', { name: 'Open Shift' }).click();
  await expect(till.getByText('Nothing paid yet')).toBeVisible();
  // The device has no session of a person.
  expect(await till.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    'sente_session',
  );

  const key = (name: string) => till.getByRole('button', { name, exact: true });
  await key('5').click();
  await key('000').click();
  expect(await violations(till)).toEqual([]);
  await key('Continue').click();
  await till.getByLabel('Phone Number').fill(customer);
  await till.getByRole('button', { name: 'Ask for Payment' }).click();
  await expect(till.getByRole('region', { name: 'Your request' })).toContainText('Paid', {
    timeout: 30_000,
  });
  await expect(till.getByRole('region', { name: 'Last payment' })).toContainText('5,000');
  expect(await violations(till)).toEqual([]);
  await till.getByRole('button', { name: 'Next' }).click();

  // Without a line it says so; what is paid meanwhile is there when it is back.
  await context.setOffline(true);
  await expect(till.getByText(/^Not current since \d{1,2}:\d\d:\d\d [AP]M$/)).toBeVisible({
    timeout: 20_000,
  });
  expect(await violations(till)).toEqual([]);
  const headers = { authorization: `Bearer ${session.authToken}` };
  const read = async (path: string) =>
    (await (await page.request.get(`/api${path}`, { headers })).json()).data;
  const made = (await read('/Tills')).find((each: { name: string }) => each.name === name);
  const elsewhere = await page.request.post(
    `/api/Transaction/company/${session.companyId}/requests`,
    {
      headers,
      data: {
        kind: 'add-money',
        accountId: made.accountId,
        phoneNumber: customer,
        network: 'MTN',
        amount: 700,
        note: null,
      },
    },
  );
  expect(elsewhere.ok(), await elsewhere.text()).toBe(true);
  await context.setOffline(false);
  await expect(till.getByRole('list', { name: 'Payments of this shift' })).toContainText('700', {
    timeout: 30_000,
  });
  await expect(till.getByText(/Not current/)).toBeHidden();

  const [payment] = await read(
    `/Transaction/${session.companyId}/transactions?status=SUCCESS&limit=1`,
  );
  const trace = await read(
    `/Transaction/${session.companyId}/transactions/${payment.record_id}/trace`,
  );
  await till.getByRole('button', { name: /^Check SMS/ }).click();
  await till.getByLabel('Reference of the Message').fill(trace.networkReference);
  await till.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(till.getByRole('heading', { name: 'Paid to us' })).toBeVisible();
  expect(await violations(till)).toEqual([]);

  await till.getByRole('button', { name: 'End Shift' }).click();
  await till.getByRole('alertdialog').getByRole('button', { name: 'End Shift' }).click();
  await expect(till.getByRole('heading', { name: 'Shift of Akello Ruth' })).toBeVisible();
  await expect(till.getByRole('region', { name: 'Sum' })).toContainText('5,700');
  expect(await violations(till)).toEqual([]);
  await till.getByRole('button', { name: 'Done' }).click();
  await expect(till.getByLabel('Your PIN', { exact: true })).toBeVisible();
  await context.close();

  await page.reload();
  const sums = page.getByRole('row', { name: /Akello Ruth/ });
  await expect(sums).toContainText(/UGX 5,000.*UGX 700/);
});
