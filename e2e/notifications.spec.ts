import type { APIRequestContext, Page } from '@playwright/test';
import { expectMail, linkMailedTo, mailsTo } from './support/mail.ts';
import { createPerson } from './support/people.ts';
import { apiSignIn, openAs, password, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** A company whose rules ask a colleague about payouts above 50,000 a day, up to 300,000. */
const asker = 'ivan@entebbe.test';
const title = /^A payout waits for your approval$/;

test('an approver gets a mail, its link leads to the payout, and no mail if switched off', async ({
  page,
}) => {
  // Created by somebody else than the asker, who could not be approved by them.
  const approver = await createPerson(page.request, { by: 'sylvia@entebbe.test', role: 'Manager' });
  const session = await apiSignIn(page.request, approver);
  const told = () => bellOf(page.request, session.authToken);

  await openAs(page, session, '/client/settings?tab=notifications');
  const email = page.getByRole('group', { name: 'Payouts that wait for you' }).getByLabel('Email');
  await expect(email).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await email.click();
  await expect(email).not.toBeChecked();
  await saveSettings(page);
  const withoutMail = await ask(page.request);
  await expect.poll(told, { timeout: 30_000 }).toContain(`/client/approvals/${withoutMail}`);

  await email.click();
  await expect(email).toBeChecked();
  await saveSettings(page);
  const withMail = await ask(page.request);
  // The first mail: the other payout made none.
  expect(await expectMail(approver, title)).not.toContain(withoutMail);
  expect(await mailsTo(approver, title)).toHaveLength(1);
  const link = await linkMailedTo(approver, title);
  expect(link).toBe(`/client/approvals/${withMail}`);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await page.goto(link);
  await page.getByLabel('Email').fill(approver);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByText('Pay UGX 51,000 to')).toBeVisible();
});

async function saveSettings(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/Notifications/preferences') && answer.status() === 200,
  );
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await saved;
  // Saving takes a second, however fast the server answers.
  await expect(page.getByRole('button', { name: 'Save Settings' })).toBeEnabled();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
}

/** Asks for a payout and returns the id of its request. */
async function ask(request: APIRequestContext): Promise<string> {
  const { authToken, companyId } = await sessionOf(request, asker);
  const headers = { authorization: `Bearer ${authToken}` };
  const accounts = await request.get(`/api/Account/company/${companyId}`, { headers });
  const note = `Laundry ${crypto.randomUUID()}`;
  const asked = await request.post(`/api/Transaction/company/${companyId}/requests`, {
    headers,
    data: {
      kind: 'send-money',
      accountId: (await accounts.json()).data[0].id,
      amount: 51_000,
      phoneNumber: '0772000001',
      network: 'MTN',
      note,
    },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  const mine = await request.get('/api/Approvals?tab=mine', { headers });
  const requests: { id: string; note: string | null }[] = (await mine.json()).data;
  return requests.find((one) => one.note === note)?.id ?? '';
}

/** The links of what somebody was told. */
async function bellOf(request: APIRequestContext, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const { data } = await (await request.get('/api/Notifications', { headers })).json();
  return data.map(({ link }: { link: string }) => link);
}
