import type { APIRequestContext, Page } from '@playwright/test';
import { approveAs } from './support/approvals.ts';
import { createCompany, type NewCompany } from './support/company.ts';
import { openAs, password, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectToast } from './support/toasts.ts';

const clerk = 'finance@sente.test';
const chief = 'superadmin@sente.test';

/** The id of the answer's record. */
async function post(
  request: APIRequestContext,
  { headers }: Pick<NewCompany, 'headers'>,
  path: string,
  data: object,
): Promise<string> {
  const answer = await request.post(`/api${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.id;
}

/** A company with money, and an approved bank account that its administrator at the provider added. */
async function createSettling({ request }: Page): Promise<NewCompany> {
  const company = await createCompany({ request }, 'Settling');
  const account = { companyId: company.id, accountName: 'Till', initialDeposit: 50_000 };
  await post(request, company, '/Account', { ...account, accountType: 2 });
  await post(request, company, `/Company/${company.id}/bank-accounts`, {
    bank: 'Stanbic Bank',
    branch: 'Garden City',
    accountName: 'Settling Ltd',
    accountNumber: `90300${Date.now()}`,
    currentPassword: password,
  });
  await approveAs(request, chief, { companyId: company.id });
  return company;
}

/** Asks for a settlement on the page of the company, and makes a batch of it that a second person approves. */
async function settle(page: Page, company: NewCompany, amount: string): Promise<string> {
  await openAs(page, 'admin@sente.test', `/companies/${company.id}/settlements`);
  await page.getByRole('button', { name: 'Send to Bank', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to Bank' });
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Send to Bank' }).click();
  await expectToast(page, `UGX ${amount} will be sent to Stanbic Bank`);
  const { authToken } = await sessionOf(page.request, clerk);
  const headers = { authorization: `Bearer ${authToken}` };
  const query = `?companyId=${company.id}&state=requested`;
  const listed = await page.request.get(`/api/Settlements${query}`, { headers });
  const [{ id }] = (await listed.json()).data;
  const data = { settlements: [id] };
  const made = await page.request.post('/api/SettlementBatches', { headers, data });
  const batch = (await made.json()).data;
  await openAs(page, 'admin@sente.test', `/approvals/${batch.approvalId}`);
  await expect(page.getByText(/You asked for one of its settlements/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await approveAs(page.request, chief, { id: batch.approvalId });
  return batch.id;
}

test('a settlement is paid with the reference of the bank, and another one is returned', async ({
  page,
}) => {
  const company = await createSettling(page);
  const paid = await settle(page, company, '20,000');
  await openAs(page, clerk, `/settlements/batches/${paid}`);
  await page.getByRole('button', { name: 'All Paid' }).click();
  await page.getByLabel("Bank's Reference").fill('FT26322001');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Book as Paid' }).click();
  await expectToast(page, '1 settlement booked as paid');

  const sent = await settle(page, company, '5,000');
  await openAs(page, clerk, `/settlements/batches/${sent}`);
  await page.getByRole('button', { name: /^Mark Returned: / }).click();
  await page.getByLabel('Reason').fill('Account closed');
  await page.getByRole('button', { name: 'Ask for Approval' }).click();
  await expectToast(page, 'The return waits for a second person');
  await approveAs(page.request, chief, { companyId: company.id });

  await openAs(page, clerk, `/companies/${company.id}/settlements`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: '20,000' })).toContainText('Paid');
  await expect(rows.filter({ hasText: '5,000' }).first()).toContainText('Returned');
});
