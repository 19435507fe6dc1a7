import type { APIRequestContext, Page } from '@playwright/test';
import { sessionOf, openAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';
import { violations } from './support/violations.ts';

const admin = 'superadmin@sente.test';

const headers = (token: string) => ({ authorization: `Bearer ${token}` });

/** A payout is requested in the client portal and waits. */
async function askForPayout(request: APIRequestContext, note: string): Promise<string> {
  const { authToken, companyId } = await sessionOf(request, 'owner@demo-one.test');
  const listed = await request.get(`/api/Account/company/${companyId}`, {
    headers: headers(authToken),
  });
  const accounts: { id: string; isActive: boolean; balance: number; held: number }[] = (
    await listed.json()
  ).data;
  const account = accounts.find((one) => one.isActive && one.balance - one.held > 50_000);
  const answer = await request.post(`/api/Transaction/company/${companyId}/requests`, {
    headers: headers(authToken),
    data: {
      kind: 'send-money',
      accountId: account?.id,
      amount: 12_345,
      phoneNumber: '+256 772 123456',
      network: 'MTN',
      note,
    },
  });
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  return body.data.id;
}

const itemOf = (page: Page, note: string) =>
  page.getByRole('list', { name: 'Approvals' }).getByRole('listitem').filter({ hasText: note });

async function statusOf(request: APIRequestContext, id: string): Promise<string> {
  const { authToken } = await sessionOf(request, admin);
  const answer = await request.get(`/api/Transaction/${id}`, { headers: headers(authToken) });
  return (await answer.json()).data.status;
}

test('an approved payout goes to the network, a rejected one releases its money', async ({
  page,
}) => {
  const [approved, rejected] = [`Salaries ${Date.now()}`, `Rent ${Date.now()}`];
  const id = await askForPayout(page.request, approved);
  const rejectedId = await askForPayout(page.request, rejected);
  await openAs(page, admin, '/admin');
  await page.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(/\/approvals$/);
  // The newest is on the last page of those that wait longest first.
  const last = page.getByRole('button', { name: 'Last page' });
  if (await last.isVisible()) await last.click();
  const item = itemOf(page, approved);
  await expect(item).toContainText('Demo One');
  await expect(item).toContainText('UGX 12,345');
  await expect(item).toContainText('+256 772 123456 (MTN)');
  await expect(item).toContainText(/Asked by.*(just now|ago)/);

  await item.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve this payout?' });
  await expect(question).toContainText('Pay UGX 12,345 to +256 772 123456 (MTN)');
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Payout approved');
  await expect(question).toBeHidden();
  await expect(item).toHaveCount(0);
  await expect.poll(() => statusOf(page.request, id)).not.toBe('failed');

  // A request has its own address.
  await itemOf(page, rejected).getByRole('link').click();
  await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}$/);
  await page.reload();
  await page.getByRole('button', { name: 'Reject' }).click();
  const other = page.getByRole('alertdialog', { name: 'Reject this payout?' });
  await expect(other).toContainText('what is held is free again');
  await other.getByRole('button', { name: 'Reject' }).click();
  await expect(other).toContainText('Reason is required');
  await other.getByLabel('Reason').fill('The rent is paid already');
  await other.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Payout rejected');
  await expect(page.getByText('The rent is paid already')).toBeVisible();
  await expect.poll(() => statusOf(page.request, rejectedId)).toBe('failed');
  await page.goBack();
  await expect(itemOf(page, rejected)).toHaveCount(0);
});

test('one person proposes what becomes of a payment or of unknown money, and only another can confirm it', async ({
  page,
}) => {
  await openAs(page, admin, '/approvals?tab=payments');
  const list = page.getByRole('list', { name: 'Payments to decide' });
  const item = list.getByRole('listitem').filter({ hasText: 'It had failed here' }).first();
  await expect(item).toContainText('reported that UGX');
  await item.getByRole('link', { name: 'View payment' }).click();
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.locator('main')).toContainText(/two people of the provider decide/i);
  await page.getByRole('link', { name: 'Decide how it ended' }).click();
  await expect(page).toHaveURL(/\?tab=payments&payment=/);
  await item.getByRole('button', { name: 'Propose' }).click();
  const form = page.getByRole('alertdialog', { name: 'How should this payment end?' });
  await form.getByRole('button', { name: 'Propose' }).click();
  await expect(form).toContainText('Decision is required');
  await expect(form).toContainText('A note is required');
  await form.getByLabel('Decision').selectOption('book');
  await form.getByLabel('Note').fill('Seen on the statement of the network');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Propose' }).click();
  await expectToast(page, 'Decision proposed');
  const proposed = list
    .getByRole('listitem')
    .filter({ hasText: 'Seen on the statement of the network' });
  await expect(proposed.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await expect(proposed).toContainText('Somebody else has to confirm your proposal.');

  await page.getByRole('tab', { name: /^Unknown payments/ }).click();
  const unknown = page
    .getByRole('list', { name: 'Unknown payments' })
    .getByRole('listitem')
    .filter({ hasText: 'MTN: paid UGX 85,000' });
  await unknown.getByRole('button', { name: 'Confirm' }).click();
  const booking = page.getByRole('alertdialog', { name: 'Book it to suspense?' });
  await booking.getByRole('button', { name: 'Confirm' }).click();
  await expect(unknown).toContainText('In suspense');
  await unknown.getByRole('button', { name: "Release to a company's account" }).click();
  const release = page.getByRole('alertdialog', { name: "Release it to a company's account?" });
  await release.getByRole('combobox', { name: 'Account' }).fill('demo one');
  await release.getByRole('option').first().click();
  await release.getByLabel('Note').fill('The company showed its receipt');
  expect(await violations(page)).toEqual([]);
  await release.getByRole('button', { name: 'Propose' }).click();
  await expect(unknown).toContainText('of Demo One');

  await openAs(page, 'admin@sente.test', '/approvals?tab=payments');
  await proposed.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('alertdialog', { name: 'Book it as paid?' });
  await expect(question).toContainText(/UGX .* (is credited to|leave)/);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Decision confirmed');
  await expect(proposed).toHaveCount(0);
  await page.getByRole('tab', { name: /^Unknown payments/ }).click();
  await unknown.getByRole('button', { name: 'Confirm' }).click();
  const releasing = page.getByRole('alertdialog', { name: "Release it to a company's account?" });
  await expect(releasing).toContainText('UGX 85,000 moves from suspense to');
  await releasing.getByRole('button', { name: 'Confirm' }).click();
  await expect(unknown).toHaveCount(0);
});
