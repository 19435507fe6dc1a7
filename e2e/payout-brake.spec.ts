import type { APIRequestContext } from '@playwright/test';
import { approveAs } from './support/approvals.ts';
import { openAs, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const finance = 'finance@sente.test';
const superAdmin = 'superadmin@sente.test';
const owner = 'owner@demo-two.test';

async function tokenOf(request: APIRequestContext, email: string) {
  const { authToken, companyId } = await sessionOf(request, email);
  return { headers: { authorization: `Bearer ${authToken}` }, companyId };
}

/** A payout that nobody has to approve any more: without a brake it would be sent. */
async function payOut(request: APIRequestContext, note: string): Promise<string> {
  const { headers, companyId } = await tokenOf(request, owner);
  const listed = await request.get(`/api/Account/company/${companyId}`, { headers });
  const accounts: { id: string; isActive: boolean; balance: number; held: number }[] = (
    await listed.json()
  ).data;
  const account = accounts.find((one) => one.isActive && one.balance - one.held > 20_000);
  const answer = await request.post(`/api/Transaction/company/${companyId}/requests`, {
    headers,
    data: {
      kind: 'send-money',
      accountId: account?.id,
      amount: 9_876,
      phoneNumber: '+256 772 000001',
      network: 'MTN',
      note,
    },
  });
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  const waiting = await request.get(`/api/Approvals?tab=mine&page=1&pageSize=100`, { headers });
  const found: { id: string; transactionId: string }[] = (await waiting.json()).data;
  const approval = found.find(({ transactionId }) => transactionId === body.data.id);
  // By the rules of the company it may need nobody.
  if (approval) await approveAs(request, superAdmin, { id: approval.id });
  return body.data.id;
}

async function statusOf(request: APIRequestContext, id: string): Promise<string> {
  const { headers } = await tokenOf(request, superAdmin);
  return (await (await request.get(`/api/Transaction/${id}`, { headers })).json()).data.status;
}

test('one person stops payouts, a payout waits, two people release it, and it is paid', async ({
  page,
}) => {
  test.slow();
  const { companyId } = await tokenOf(page.request, owner);
  await openAs(page, finance, `/companies/${companyId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Stop Payouts' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop the payouts of Demo Two?' });
  await question.getByLabel('Reason').fill('The owner lost a phone');
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stop Payouts' }).click();
  await expectToast(page, 'Payouts are stopped');
  await expect(page.getByRole('alert').filter({ hasText: 'The owner lost a phone' })).toBeVisible();

  const id = await payOut(page.request, `Salary ${Date.now()}`);
  await page.getByRole('link', { name: 'Payout Brake', exact: true }).click();
  await page.getByRole('link', { name: 'Look and Decide' }).click();
  // It waits a moment for the watcher, and the page would ask again only after ten seconds.
  const row = page.getByRole('row', { name: /256 772 000001/ });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Held', { timeout: 2_000 });
  }).toPass({ timeout: 25_000 });
  expect(await statusOf(page.request, id)).toBe('pending');

  await page.getByRole('button', { name: 'Propose Release' }).click();
  const proposal = page.getByRole('alertdialog', { name: 'Propose to release all held payouts?' });
  await proposal.getByLabel('Reason').fill('Called the owner, the payouts are theirs');
  await proposal.getByRole('button', { name: 'Ask for Approval' }).click();
  await expectToast(page, 'It waits for a second person');
  await expect(page.getByText('A decision waits for a second person')).toBeVisible();
  const brake = new URL(page.url()).pathname;

  // The company sees why its payout waits.
  await openAs(page, owner, '/client');
  await expect(page.getByText('Your payouts wait')).toBeVisible();

  await openAs(page, superAdmin, brake);
  await page.getByRole('link', { name: 'Open the request' }).click();
  await expect(page.getByText(/release the 1 held payout of demo two/i)).toBeVisible();
  await page.getByRole('link', { name: 'Look at the payouts' }).click();
  await expect(page).toHaveURL(brake);
  await page.getByRole('link', { name: 'Open the request' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const second = page.getByRole('alertdialog');
  await second.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => statusOf(page.request, id), { timeout: 25_000 }).toBe('completed');
  await page.goto(brake);
  await expect(page.getByText('All held payouts were released')).toBeVisible();
  await expect(row).toContainText('Paid');
});
