import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

test('a file is checked, submitted, approved, paid, and its failed line retried', async ({
  page,
  request,
}) => {
  await openAs(page, owner, '/client/bulk-payouts');
  await page.getByRole('link', { name: 'New Bulk Payout' }).first().click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'Wages.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'phone,amount,name\n0772300401,1100,\n0772300402,1200,Nobody Known\n12,1300,\n0770000002,1400,\n',
    ),
  });
  await expect(page.getByLabel('Name')).toHaveValue('Wages');
  // There are several, and none is guessed.
  await page.getByLabel('From account').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Check Lines' }).click();

  await expect(page.getByText('1 line cannot be paid')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 line to look at')).toBeVisible();
  await expect(page.getByRole('row', { name: /Must be a Ugandan mobile number/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('1 line with a fault is left out.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('link', { name: 'Open the approval' })).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { authToken } = await sessionOf(request, 'superadmin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  const { data } = await (await request.get(`/api/Approvals/${id}`, { headers })).json();
  expect(data).toMatchObject({ kind: 'bulk-payout', amount: 3_700 });
  const approve = `/api/Approvals/${id}/approve`;
  const approved = await request.post(approve, { headers, data: { askedAt: data.askedAt } });
  expect(approved.ok(), await approved.text()).toBe(true);

  await page.reload();
  await expect(page.getByText('1 line failed')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Finished, 1 failed')).toBeVisible();
  await page.getByRole('button', { name: 'Retry Failed' }).click();
  await dialog.getByRole('button', { name: 'Make New Bulk Payout' }).click();
  await expect(page.getByRole('heading', { name: 'Wages (retry)' })).toBeVisible();
});
