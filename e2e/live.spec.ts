import type { APIRequestContext } from '@playwright/test';
import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** Money moves in a company whose transactions no other test counts. */
const owner = 'owner@demo-two.test';

/** As the company's person at another desk. */
async function askForMoney(request: APIRequestContext, amount: number): Promise<void> {
  const { authToken, companyId } = await sessionOf(request, owner);
  const headers = { authorization: `Bearer ${authToken}` };
  const accounts = await request.get(`/api/Account/company/${companyId}`, { headers });
  const open = (await accounts.json()).data.find((one: { isActive: boolean }) => one.isActive);
  const asked = await request.post(`/api/Transaction/company/${companyId}/requests`, {
    headers,
    data: {
      kind: 'add-money',
      accountId: open.id,
      amount,
      phoneNumber: '0770000001',
      network: 'MTN',
    },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
}

test('a payment made elsewhere is announced above the list, and then changes in place', async ({
  page,
}) => {
  const listening = page.waitForRequest('**/api/Live');
  await openAs(page, owner, '/client/apitransactions');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await listening;
  const amount = 1_000 + Math.floor(Math.random() * 8_000);
  const text = amount.toLocaleString('en-US');
  const first = await rows.nth(1).textContent();
  await askForMoney(page.request, amount);

  const show = page.getByRole('button', { name: 'Show new rows' });
  await expect(show).toBeVisible({ timeout: 20_000 });
  // Nothing has moved under the cursor.
  expect(await rows.nth(1).textContent()).toBe(first);
  expect(await violations(page)).toEqual([]);
  await show.click();
  await expect(rows.nth(1)).toContainText(text);
  await expect(show).toHaveCount(0);
  // The payer approves; nobody touches the page.
  await expect(rows.nth(1)).toContainText(/success/i, { timeout: 30_000 });
});
