import { openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

test('a payment is refunded in part from its page, and both pages lead to each other', async ({
  page,
}) => {
  const session = await openAs(page, owner, '/client/settings');
  const headers = { authorization: `Bearer ${session.authToken}` };
  const { companyId } = session;
  const accounts = await page.request.get(`/api/Account/company/${companyId}`, { headers });
  const [account] = (await accounts.json()).data;
  const wish = { kind: 'add-money', accountId: account.id, amount: 3_000 };
  const payer = { phoneNumber: '0770000001', network: 'MTN' };
  const path = `/api/Transaction/company/${companyId}/requests`;
  const asked = await page.request.post(path, { headers, data: { ...wish, ...payer } });
  expect(asked.ok()).toBe(true);
  const { id } = (await asked.json()).data;

  await page.goto(`/client/transactions/${id}`);
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('3,000');
  await dialog.getByLabel('Amount').fill('1,000');
  await dialog.getByLabel('Reason').fill('One was broken');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('Held in all')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund' }).click();

  await expect(page.getByText('Reason: One was broken')).toBeVisible();
  await page.getByRole('link', { name: `transaction ${id}` }).click();
  const list = page.getByRole('list', { name: 'Refunds' });
  await expect(list.getByRole('link', { name: /^Refund/ })).toBeVisible();
  await expect(page.getByText('2,000 is left to refund.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
