import type { APIRequestContext, Page } from '@playwright/test';
import { expectMail, linkMailedTo, mailsTo } from './support/mail.ts';
import type { EarlyNews } from './support/news.ts';
import { createPerson } from './support/people.ts';
import { apiSignIn, openAs, password, sessionOf, storageOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

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
  await expect(page.getByRole('heading', { name: 'UGX 51,000 to' })).toBeVisible();
});

test('money that arrived and low stock are told by mail and in the bell; what was read stays read', async ({
  page,
  browser,
  baseURL,
}) => {
  // Alone, this test waits for the minute in which the server looks.
  test.setTimeout(150_000);
  const news = JSON.parse(process.env['SENTE_E2E_NEWS'] ?? '') as EarlyNews;
  const stock = new RegExp(`^${news.product} runs low$`);
  expect(await expectMail(news.toldOfStock, stock, { within: 120_000 })).toContain(
    '3 vouchers are left.',
  );
  const payment = /^Payment received$/;
  expect(await expectMail(news.toldOfPayment, payment, { within: 120_000 })).toContain('UGX 7,000');

  const session = await openAs(page, news.toldOfPayment, '/client');
  const [arrived, low] = ['Payment received', `${news.product} runs low`];
  await openBell(page);
  await expect(entry(page, low)).toContainText('New');
  const read = page.waitForResponse((answer) => /\/Notifications\/.+\/read$/.test(answer.url()));
  await entry(page, arrived).getByRole('link').click();
  await expect(page).toHaveURL(/\/client\/transactions/);
  await read;
  await page.reload();
  // This browser has looked already.
  await openBell(page, 'Notifications');
  await expectRead(page);

  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: storageOf(session),
  });
  try {
    const other = await elsewhere.newPage();
    await other.goto('/client');
    await openBell(other);
    await expectRead(other);
    await other.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(entry(other, low)).not.toContainText('New');
  } finally {
    await elsewhere.close();
  }
  await page.reload();
  await openBell(page, 'Notifications');
  await expect(entry(page, low)).not.toContainText('New');

  /** The payment, and nothing else. */
  async function expectRead(where: Page): Promise<void> {
    await expect(entry(where, low)).toContainText('New');
    await expect(entry(where, arrived)).not.toContainText('New');
  }
});

const entry = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title });

async function openBell(page: Page, name = 'Notifications, something is new'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
}

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
